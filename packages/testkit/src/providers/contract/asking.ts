import assert from "node:assert/strict"
import type {
  ChargeOutcome,
  ChargeRequest,
  ChargeSource,
  PayerReturn,
  ResumeRequest
} from "@payloom/core"
import type { ProviderBackend, ProviderHarness } from "../ProviderHarness.ts"
import { answered, charge, lookUp, lookupOf } from "./calls.ts"
import { mustBe, nameOf, saysAmount } from "./findings.ts"
import { notificationOfCharge } from "./readNotifications.ts"
import { aMinuteFromNow, chargeOf } from "./requests.ts"

/** What a payer does who is asked. */
export type Answers = NonNullable<ProviderBackend["payerAnswers"]>

/** A provider that asks payers, and one of its charges that does. */
export interface Asking {
  readonly harness: ProviderHarness
  readonly source: ChargeSource
  readonly payerAnswers: Answers
}

/** The answer that asks a payer. */
export type Asked = Extract<ChargeOutcome, { readonly _tag: "RequiresAction" }>

/** Charges what asks its payer. */
export const ask = async ({ harness, source }: Asking) => {
  const request = chargeOf(harness, { source })
  const asked = mustBe(await charge(harness, request), nameOf(request), "RequiresAction")
  return { request, asked }
}

/** Such a charge by both references. */
export const referenceOf = ({ mid, reference }: ChargeRequest, { providerReference }: Asked) => ({
  mid,
  reference,
  providerReference
})

/** What finishes it with what the payer brought back. */
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

/** What the engine would hear of a payer: by telling the provider, by asking it, or told by it. */
export const heard = async (
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
  const { state } = await notificationOfCharge(harness, request, notification)
  return { state, by: `the notification of ${request.reference}` }
}

/** What has become of a charge, in the words of a lookup. */
const stateIn = (outcome: ChargeOutcome): string => {
  if (outcome._tag === "Declined") return "declined"
  if (outcome._tag !== "Approved") return outcome._tag
  return outcome.captured ? "captured" : "authorized"
}
