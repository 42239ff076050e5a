import assert from "node:assert/strict"
import type { ChargeReference, ChargeSource, PaymentProvider } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { type Answers, type Asking, ask, heard, referenceOf, resumeOf } from "./asking.ts"
import { answered, cancel, cancelOf, charged, lookUp, lookupOf, outcomeOf } from "./calls.ts"
import { chargedNothing, chargedOnce, mustBe, mustFind, mustSay, nameOf } from "./findings.ts"

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
