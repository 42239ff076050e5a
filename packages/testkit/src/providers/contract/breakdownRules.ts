import type { PaymentProvider } from "@payloom/core"
import type {
  Breakdown,
  ProviderFaults,
  ProviderHarness,
  ProviderRule
} from "../ProviderHarness.ts"
import { type Asking, chargeWithPayer, learnedState, referenceOf, resumeOf } from "./asking.ts"
import { answerOr, cancelOf, charged, lookupOf, modify, outcomeOf } from "./calls.ts"
import { isFoundOut } from "./chargeRules.ts"
import { chargedNothing, chargedOnce, doneNothing, mustBe, nameOf } from "./findings.ts"
import { comesOut, kindsOf, ready } from "./modificationRules.ts"
import { chargeOf, type Kind, modificationOf, queryOf } from "./requests.ts"

type BreaksDown = NonNullable<ProviderFaults["breaksDown"]>

/**
 * These answers prove nothing: the provider behind the gateway may have carried out the call. The
 * 200 comes with a page for people in place of an answer. The 409 is also a provider's answer to a
 * repeat while the first call is in progress.
 */
const provingNothing = [500, 502, 504, 408, 409, 200] as const

/**
 * These answers mean that the call was not processed, or the documents of some providers say so.
 * The 404 is that of a gateway that doesn't find its provider.
 */
const turningAway = [401, 429, 503, 404] as const

const breakdowns: ReadonlyArray<Breakdown> = [
  "refusesConnection",
  "breaksConnection",
  ...provingNothing,
  ...turningAway
]

/**
 * Returns the allowed answers to a call in a breakdown. An answer that says that the call was
 * decided is always wrong.
 */
const rightDuring = (
  how: Breakdown
): ReadonlyArray<"Unknown" | "NotSent" | "AccountUnavailable"> => {
  if (how === "refusesConnection") return ["Unknown", "NotSent"]
  const isTurnedAway = turningAway.some((status) => status === how)
  return isTurnedAway ? ["Unknown", "NotSent", "AccountUnavailable"] : ["Unknown"]
}

const during = (how: Breakdown): string => {
  if (how === "refusesConnection") return "while no connection was made,"
  return how === "breaksConnection"
    ? "while every connection broke,"
    : `while every call was answered with HTTP ${how},`
}

/** The rules of breakdowns: an error is never read as a decision. */
export const breakdownRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { provider, faults, sources, backend } = harness
  const { answersWith, breaksDown } = faults
  const { asksPayer } = sources
  const { payerAnswers } = backend
  const kinds = kindsOf(harness)
  const asking =
    asksPayer === undefined || payerAnswers === undefined
      ? undefined
      : { harness, source: asksPayer, payerAnswers }
  return [
    ...(answersWith === undefined
      ? []
      : [chargesBehind(harness, answersWith), ...kinds.map(doesBehind(harness, answersWith))]),
    ...(breaksDown === undefined
      ? []
      : [
          chargesNothing(harness, breaksDown),
          ...kinds.map(doesNothing(harness, breaksDown)),
          ...(provider.capabilities.lookup ? [findsNothing(harness, breaksDown)] : []),
          ...(provider.capabilities.lookup ? kinds : []).map(findsNoneOf(harness, breaksDown)),
          ...(provider.listChanges === undefined
            ? []
            : [listsNothing(harness, breaksDown, provider.listChanges)]),
          ...(asking === undefined ? [] : payerRules(asking, breaksDown))
        ])
  ]
}

type AnswersWith = NonNullable<ProviderFaults["answersWith"]>

const chargesBehind = (harness: ProviderHarness, answersWith: AnswersWith): ProviderRule => ({
  name: "a charge that is made but answered with an error is Unknown and can be resolved",
  run: async () => {
    for (const status of provingNothing) {
      const request = chargeOf(harness)
      await answersWith(status)
      const outcome = await outcomeOf(harness.provider.charge(request))
      const asked = `${nameOf(request)}, made but answered with HTTP ${status},`
      const later = harness.backend.decides === undefined ? [] : (["Pending"] as const)
      mustBe(outcome, asked, "Unknown", "Approved", ...later)
      await isFoundOut(harness, request)
    }
  }
})

const doesBehind =
  (harness: ProviderHarness, answersWith: AnswersWith) =>
  (kind: Kind): ProviderRule => ({
    name: `a ${kind} that is done but answered with an error is Unknown and can be resolved`,
    run: async () => {
      for (const status of provingNothing) {
        const request = modificationOf(kind, await ready(harness, kind))
        await answersWith(status)
        const outcome = await outcomeOf(harness.provider[kind](request))
        const asked = `${nameOf(request)}, made but answered with HTTP ${status},`
        mustBe(outcome, asked, "Unknown", "Succeeded", "Pending")
        await comesOut(harness, kind, request)
      }
    }
  })

/** Collects the connector's answers in each breakdown in turn. */
const inEach = async <Answer>(
  { faults }: ProviderHarness,
  breaksDown: BreaksDown,
  call: () => Promise<Answer>,
  judge: (answer: Answer, how: Breakdown) => void
): Promise<void> => {
  for (const how of breakdowns) {
    await breaksDown(how)
    const answer = await call().finally(() => faults.clear())
    judge(answer, how)
  }
}

const chargesNothing = (harness: ProviderHarness, breaksDown: BreaksDown): ProviderRule => ({
  name: "a charge in a breakdown is not Declined, and is Unknown if it may have been made",
  run: async () => {
    const request = chargeOf(harness)
    const send = () => outcomeOf(harness.provider.charge(request))
    await inEach(harness, breaksDown, send, (outcome, how) => {
      mustBe(outcome, `${nameOf(request)}, ${during(how)}`, ...rightDuring(how))
    })
    await chargedNothing(harness, request, "Every call failed")
  }
})

const doesNothing =
  (harness: ProviderHarness, breaksDown: BreaksDown) =>
  (kind: Kind): ProviderRule => ({
    name: `a ${kind} in a breakdown is not Failed, and is Unknown if it may have been done`,
    run: async () => {
      const request = modificationOf(kind, await ready(harness, kind))
      const send = () => outcomeOf(harness.provider[kind](request))
      await inEach(harness, breaksDown, send, (outcome, how) => {
        mustBe(outcome, `${nameOf(request)}, ${during(how)}`, ...rightDuring(how))
      })
      await doneNothing(harness, kind, request, "Every call failed")
    }
  })

const findsNothing = (harness: ProviderHarness, breaksDown: BreaksDown): ProviderRule => ({
  name: "a lookup of a charge in a breakdown is Unavailable, not Absent",
  run: async () => {
    const { request, charge } = await charged(harness)
    for (const known of [null, charge.providerReference]) {
      const find = () => answerOr(harness.provider.lookup(queryOf(request, known)), "Unavailable")
      await inEach(harness, breaksDown, find, (found, how) => {
        mustBe(found, `${lookupOf(request)}, ${during(how)}`, "Unavailable")
      })
    }
  }
})

const findsNoneOf =
  (harness: ProviderHarness, breaksDown: BreaksDown) =>
  (kind: Kind): ProviderRule => ({
    name: `a lookup of a ${kind} in a breakdown is Unavailable, not Absent`,
    run: async () => {
      const request = modificationOf(kind, await ready(harness, kind))
      await modify(harness, kind, request)
      const { reference, charge } = request
      const query = { kind, reference, providerReference: null, charge }
      const find = () => answerOr(harness.provider.lookupModification(query), "Unavailable")
      await inEach(harness, breaksDown, find, (found, how) => {
        mustBe(found, `the lookup of ${nameOf(request)}, ${during(how)}`, "Unavailable")
      })
    }
  })

const listsNothing = (
  harness: ProviderHarness,
  breaksDown: BreaksDown,
  list: NonNullable<PaymentProvider["listChanges"]>
): ProviderRule => ({
  name: "a list of changes in a breakdown is Unavailable, not an empty page",
  run: async () => {
    await charged(harness)
    const query = { mid: harness.mid, since: Date.now() - 60_000, cursor: null }
    await inEach(
      harness,
      breaksDown,
      () => answerOr(list(query), "Unavailable"),
      (page, how) => {
        mustBe(page, `the list of changes, ${during(how)}`, "Unavailable")
      }
    )
  }
})

const payerRules = (asking: Asking, breaksDown: BreaksDown): ReadonlyArray<ProviderRule> => {
  const { resume } = asking.harness.provider
  return [
    {
      name: "a charge that waits for its payer is not Canceled in a breakdown",
      run: async () => {
        const { harness } = asking
        const { request, asked } = await chargeWithPayer(asking)
        const end = () =>
          answerOr(harness.provider.cancel(referenceOf(request, asked)), "NotCanceled")
        await inEach(harness, breaksDown, end, (outcome, how) => {
          mustBe(outcome, `${cancelOf(request)}, ${during(how)}`, "NotCanceled")
        })
      }
    },
    ...(resume === undefined ? [] : [resumesLater(asking, breaksDown, resume)])
  ]
}

const resumesLater = (
  asking: Asking,
  breaksDown: BreaksDown,
  resume: NonNullable<PaymentProvider["resume"]>
): ProviderRule => ({
  name: "a charge that is resumed in a breakdown stays open, and can be resumed again",
  run: async () => {
    const { harness, payerAnswers } = asking
    const { request, asked } = await chargeWithPayer(asking)
    const returned = await payerAnswers(request.reference, true)
    const finish = () => outcomeOf(resume(resumeOf(request, asked, returned)))
    const by = `the resume of ${request.reference}`
    await inEach(harness, breaksDown, finish, (outcome, how) => {
      mustBe(outcome, `${by}, ${during(how)}`, "Unknown", "NotSent", "AccountUnavailable")
    })
    await learnedState(asking, request, asked, returned)
    await chargedOnce(harness, request)
  }
})
