import assert from "node:assert/strict"
import type { ChargeReference, ChargeSource, PaymentProvider } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import {
  type Answers,
  type Asking,
  chargeWithPayer,
  learnedState,
  referenceOf,
  resumeOf
} from "./asking.ts"
import { answered, cancel, cancelOf, charged, lookUp, lookupOf, outcomeOf } from "./calls.ts"
import { chargedNothing, chargedOnce, mustBe, mustFind, mustSay, nameOf } from "./findings.ts"

/** The rules for providers whose payers confirm charges, by a redirect or on the page. */
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
      name: "a paid charge is not Canceled",
      run: async () => isNotCanceled(harness, (await charged(harness)).charge, "was Approved")
    },
    {
      name: "a charge that its payer has paid after a confirmation is not Canceled",
      run: async () => {
        const { request, asked } = await chargeWithPayer(asking)
        await learnedState(asking, request, asked, await payerAnswers(request.reference, true))
        await isNotCanceled(harness, referenceOf(request, asked), "its payer has paid")
      }
    },
    ...(resume === undefined ? [] : [resumesInTime(asking, resume), asksItsOwn(asking, resume)])
  ]
}

const answerRules = (asking: Asking): ReadonlyArray<ProviderRule> => {
  const { harness, payerAnswers } = asking
  return [
    {
      name: "a charge that waits for its payer is not made yet, and gives the payer time to answer",
      run: async () => {
        const { request, asked } = await chargeWithPayer(asking)
        assert.ok(
          asked.expiresAt > Date.now(),
          `For ${nameOf(request)} the connector answered that the payer has time until ` +
            `${asked.expiresAt}, which has passed.`
        )
        await chargedNothing(harness, request, "Its payer has not answered yet")
        if (!harness.provider.capabilities.lookup) return
        mustFind(await lookUp(harness, request), lookupOf(request), "requires_action")
      }
    },
    {
      name: "a charge that its payer approves is made once, and is reported as made",
      run: async () => {
        const { request, asked } = await chargeWithPayer(asking)
        const returned = await payerAnswers(request.reference, true)
        const { state, by } = await learnedState(asking, request, asked, returned)
        assert.ok(
          state === "captured",
          `For ${by} the connector reports the state ${state}, but the payer has approved.`
        )
        await chargedOnce(harness, request)
      }
    },
    {
      name: "a charge that its payer refuses is not made, and is reported as declined",
      run: async () => {
        const { request, asked } = await chargeWithPayer(asking)
        const returned = await payerAnswers(request.reference, false)
        const { state, by } = await learnedState(asking, request, asked, returned)
        assert.ok(
          state === "declined",
          `For ${by} the connector reports the state ${state}, but the payer has refused.`
        )
        await chargedNothing(harness, request, "Its payer refused it")
      }
    }
  ]
}

/**
 * In the second round the payer has answered before the cancel, and returns after it. In the third
 * round the engine doesn't know the provider's reference, and sends ours in its place.
 */
const endsForGood = (asking: Asking): ProviderRule => ({
  name: "a Canceled charge can't be paid any more",
  run: async () => {
    const { harness, payerAnswers } = asking
    for (const round of ["first", "answered", "unreferenced"]) {
      const { request, asked } = await chargeWithPayer(asking)
      const { reference } = request
      const early = round === "answered" ? await payerAnswers(reference, true) : null
      const known = referenceOf(request, asked)
      const isKnown = round !== "unreferenced"
      const outcome = await cancel(
        harness,
        isKnown ? known : { ...known, providerReference: reference }
      )
      if (outcome._tag === "NotCanceled") {
        mustSay(outcome.reason, "reason", cancelOf(request))
        continue
      }
      const returned = early ?? (await payerAnswers(reference, true).catch(() => null))
      const { resume } = harness.provider
      if (resume !== undefined && returned !== null) {
        await outcomeOf(resume(resumeOf(request, asked, returned)))
      }
      await chargedNothing(
        harness,
        request,
        `For ${cancelOf(request)} the connector answered Canceled`
      )
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
  name: "a charge is not resumed after sendBefore",
  run: async () => {
    const { request, asked } = await chargeWithPayer(asking)
    const returned = await asking.payerAnswers(request.reference, true)
    const late = { ...resumeOf(request, asked, returned), sendBefore: Date.now() - 1 }
    const by = `the resume of ${request.reference}, past sendBefore,`
    mustBe(await answered(resume(late), by), by, "NotSent")
  }
})

const asksItsOwn = (
  asking: Asking,
  resume: NonNullable<PaymentProvider["resume"]>
): ProviderRule => ({
  name: "a charge is not made by the result of another charge's payer",
  run: async () => {
    const other = await chargeWithPayer(asking)
    const foreign = await asking.payerAnswers(other.request.reference, true)
    const { request, asked } = await chargeWithPayer(asking)
    const outcome = await outcomeOf(resume(resumeOf(request, asked, foreign)))
    await chargedNothing(asking.harness, request, "Its payer has not answered yet")
    const by = `the resume of ${request.reference} with what another payer brought back,`
    assert.ok(
      outcome._tag !== "Approved" && outcome._tag !== "Declined",
      `For ${by} the connector answered ${outcome._tag}, but its payer has not answered yet.`
    )
  }
})
