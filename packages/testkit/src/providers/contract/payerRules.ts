import assert from "node:assert/strict"
import type {
  ChargeOutcome,
  ChargeReference,
  ChargeRequest,
  ChargeSource,
  PayerReturn,
  PaymentProvider,
  ResumeRequest
} from "@payloom/core"
import type { ProviderBackend, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import {
  answered,
  cancel,
  cancelOf,
  charge,
  charged,
  lookUp,
  lookupOf,
  outcomeOf
} from "./calls.ts"
import {
  chargedNothing,
  chargedOnce,
  mustBe,
  mustFind,
  mustSay,
  nameOf,
  saysAmount
} from "./findings.ts"
import { noticeOfCharge } from "./notices.ts"
import { aMinuteFromNow, chargeOf } from "./requests.ts"

type Answers = NonNullable<ProviderBackend["payerAnswers"]>

/** A provider that asks payers, and one of its charges that does. */
interface Asking {
  readonly harness: ProviderHarness
  readonly source: ChargeSource
  readonly payerAnswers: Answers
}

/** What providers have to hold to that send payers away, or ask them on the page. */
export const payerRules = (
  harness: ProviderHarness,
  source: ChargeSource,
  payerAnswers: Answers
): ReadonlyArray<ProviderRule> => {
  const asking: Asking = { harness, source, payerAnswers }
  const { resume } = harness.provider
  return [
    ...answerRules(asking),
    endsForGood(asking),
    {
      name: "what is paid is not Canceled",
      run: async () => isNotCanceled(harness, (await charged(harness)).charge, "was Approved")
    },
    {
      name: "what was paid by a payer who was asked is not Canceled",
      run: async () => {
        const { request, asked } = await ask(asking)
        await heard(asking, request, asked, await payerAnswers(request.reference, true))
        await isNotCanceled(harness, referenceOf(request, asked), "its payer has paid")
      }
    },
    ...(resume === undefined ? [] : [resumesInTime(asking, resume)])
  ]
}

const answerRules = (asking: Asking): ReadonlyArray<ProviderRule> => {
  const { harness, payerAnswers } = asking
  return [
    {
      name: "a payer who is asked has not been charged, and has time to answer",
      run: async () => {
        const { request, asked } = await ask(asking)
        assert.ok(
          asked.expiresAt > Date.now(),
          `To ${nameOf(request)} the connector said that the payer's time was up at ` +
            `${asked.expiresAt}, which has passed.`
        )
        await chargedNothing(harness, request, "Its payer has not answered yet")
        if (!harness.provider.capabilities.lookup) return
        mustFind(await lookUp(harness, request), lookupOf(request), "requires_action")
      }
    },
    {
      name: "a payer who approves has been charged once, and the provider says so",
      run: async () => {
        const { request, asked } = await ask(asking)
        const returned = await payerAnswers(request.reference, true)
        const { state, by } = await heard(asking, request, asked, returned)
        assert.ok(
          state === "captured",
          `By ${by} the engine would hear that it is ${state}, and its payer has approved it.`
        )
        await chargedOnce(harness, request)
      }
    },
    {
      name: "a payer who refuses is not charged, and the provider says so",
      run: async () => {
        const { request, asked } = await ask(asking)
        const returned = await payerAnswers(request.reference, false)
        const { state, by } = await heard(asking, request, asked, returned)
        assert.ok(
          state === "declined",
          `By ${by} the engine would hear that it is ${state}, and its payer has refused it.`
        )
        await chargedNothing(harness, request, "Its payer refused it")
      }
    }
  ]
}

/** Whether its payer answers after the end, or has answered before it and only hands that in. */
const endsForGood = (asking: Asking): ProviderRule => ({
  name: "what is Canceled can't be paid any more",
  run: async () => {
    const { harness, payerAnswers } = asking
    for (const isAnswered of [false, true]) {
      const { request, asked } = await ask(asking)
      const { reference } = request
      const early = isAnswered ? await payerAnswers(reference, true) : null
      const outcome = await cancel(harness, referenceOf(request, asked))
      if (outcome._tag === "NotCanceled") {
        mustSay(outcome.reason, "reason", cancelOf(request))
        continue
      }
      const returned = early ?? (await payerAnswers(reference, true).catch(() => null))
      const { resume } = harness.provider
      if (resume !== undefined && returned !== null) {
        await outcomeOf(resume(resumeOf(request, asked, returned)))
      }
      await chargedNothing(harness, request, `To ${cancelOf(request)} the connector said Canceled`)
    }
  }
})

const isNotCanceled = async (
  harness: ProviderHarness,
  made: ChargeReference,
  because: string
): Promise<void> => {
  const outcome = await cancel(harness, made)
  mustBe(outcome, `${cancelOf(made)}, which ${because},`, "NotCanceled")
}

type Asked = Extract<ChargeOutcome, { readonly _tag: "RequiresAction" }>

const ask = async ({ harness, source }: Asking) => {
  const request = chargeOf(harness, { source })
  const asked = mustBe(await charge(harness, request), nameOf(request), "RequiresAction")
  return { request, asked }
}

const referenceOf = ({ mid, reference }: ChargeRequest, { providerReference }: Asked) => ({
  mid,
  reference,
  providerReference
})

const resumeOf = (request: ChargeRequest, asked: Asked, returned: PayerReturn): ResumeRequest => ({
  ...referenceOf(request, asked),
  amount: request.amount,
  currency: request.currency,
  state: asked.state ?? null,
  returned,
  sendBefore: aMinuteFromNow()
})

/** What the engine would hear of a payer: by telling the provider, by asking it, or told by it. */
const heard = async (
  { harness }: Asking,
  request: ChargeRequest,
  asked: Asked,
  returned: PayerReturn
): Promise<{ readonly state: string; readonly by: string }> => {
  const { provider, backend } = harness
  if (provider.resume !== undefined) {
    const by = `the resume of ${request.reference}`
    const outcome = await answered(provider.resume(resumeOf(request, asked, returned)), by)
    if (outcome._tag === "Approved") saysAmount(outcome, request, by)
    return { state: stateIn(outcome), by }
  }
  if (provider.capabilities.lookup) {
    const found = await lookUp(harness, request)
    return { state: found._tag === "Found" ? found.state : found._tag, by: lookupOf(request) }
  }
  const { notification } = backend
  if (notification === undefined) {
    return assert.fail("What a payer did it can be neither told nor asked, nor does it notify.")
  }
  const { state } = await noticeOfCharge(harness, request, notification)
  return { state, by: `the notification of ${request.reference}` }
}

/** What has become of a charge, in the words of a lookup. */
const stateIn = (outcome: ChargeOutcome): string => {
  if (outcome._tag === "Declined") return "declined"
  if (outcome._tag !== "Approved") return outcome._tag
  return outcome.captured ? "captured" : "authorized"
}

const resumesInTime = (
  asking: Asking,
  resume: NonNullable<PaymentProvider["resume"]>
): ProviderRule => ({
  name: "nothing is resumed past sendBefore",
  run: async () => {
    const { request, asked } = await ask(asking)
    const returned = await asking.payerAnswers(request.reference, true)
    const late = { ...resumeOf(request, asked, returned), sendBefore: Date.now() - 1 }
    const by = `the resume of ${request.reference}, too late to be sent,`
    mustBe(await answered(resume(late), by), by, "NotSent")
  }
})
