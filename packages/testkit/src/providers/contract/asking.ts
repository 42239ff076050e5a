import assert from "node:assert/strict"
import type {
  ChargeOutcome,
  ChargeRequest,
  ChargeSource,
  PayerReturn,
  ResumeRequest
} from "@payloom/core"
import type { ProviderBackend, ProviderHarness } from "../ProviderHarness.ts"
import { aMinuteFromNow } from "../plainCharge.ts"
import { answered, charge, lookUp, lookupOf } from "./calls.ts"
import { mustBe, nameOf, saysAmount } from "./findings.ts"
import { notificationOfCharge } from "./readNotifications.ts"
import { chargeOf } from "./requests.ts"

/** Makes the payer of a charge approve or refuse it. */
export type Answers = NonNullable<ProviderBackend["payerAnswers"]>

/** A provider whose payers confirm charges, and a source that needs this. */
export interface Asking {
  readonly harness: ProviderHarness
  readonly source: ChargeSource
  readonly payerAnswers: Answers
}

/** The answer to a charge that waits for its payer. */
export type Asked = Extract<ChargeOutcome, { readonly _tag: "RequiresAction" }>

/** Makes a charge that waits for its payer. */
export const chargeWithPayer = async ({ harness, source }: Asking) => {
  const request = chargeOf(harness, { source })
  const asked = mustBe(await charge(harness, request), nameOf(request), "RequiresAction")
  return { request, asked }
}

/** Returns a charge's references, ours and the provider's. */
export const referenceOf = ({ mid, reference }: ChargeRequest, { providerReference }: Asked) => ({
  mid,
  reference,
  providerReference
})

/** Returns the request that resumes a charge with the payer's return data. */
export const resumeOf = (
  request: ChargeRequest,
  asked: Asked,
  returned: PayerReturn
): ResumeRequest => ({
  ...referenceOf(request, asked),
  amount: request.amount,
  currency: request.currency,
  state: asked.state ?? null,
  returned,
  sendBefore: aMinuteFromNow()
})

/**
 * Returns the state of a charge as the engine learns it: by a resume, a lookup or a notification.
 */
export const learnedState = async (
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
    return assert.fail(
      "The connector can't resume or look up a charge, and sends no notifications."
    )
  }
  const { state } = await notificationOfCharge(harness, request, notification)
  return { state, by: `the notification of ${request.reference}` }
}

/** Returns the state of a charge in the terms of a lookup. */
const stateIn = (outcome: ChargeOutcome): string => {
  if (outcome._tag === "Declined") return "declined"
  if (outcome._tag !== "Approved") return outcome._tag
  return outcome.captured ? "captured" : "authorized"
}
