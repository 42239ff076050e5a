import { Schema } from "effect"
import { Ciphertext } from "../../cards/vault/Ciphertext.ts"
import { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import { PageUrl } from "../../kernel/primitives/WebUrl.ts"
import { MethodType } from "../../providers/ChargeSource.ts"
import { DeviceFacts, PayerAddress } from "./payerDevice.ts"
import { Returned, WalletPayload } from "./WalletPayload.ts"

const details = ["card", "wallet", "apm"] as const

interface Submission {
  readonly method: PaymentMethod
  readonly card?: unknown
  readonly wallet?: unknown
  readonly apm?: unknown
  readonly returnUrl?: string
  readonly threeDsSessionId?: string
  readonly returned?: unknown
}

/** The details are those of the method, and there where they are needed. */
const detailsFit = (given: Submission) => {
  const { method } = given
  const foreign = details.find((name) => name !== method && given[name] !== undefined)
  if (foreign !== undefined) return { path: [foreign], issue: `belongs to method ${foreign}` }
  if (given.threeDsSessionId !== undefined && method !== "card") {
    return { path: ["threeDsSessionId"], issue: "belongs to method card" }
  }
  if (given.returned !== undefined) {
    return given[method] === undefined && given.threeDsSessionId === undefined
      ? true
      : { path: ["returned"], issue: "stands alone: a payer who is back has chosen before" }
  }
  if (given[method] === undefined && given.threeDsSessionId === undefined) {
    return { path: [method], issue: `is required for method ${method}` }
  }
  return method === "apm" && given.returnUrl === undefined
    ? { path: ["returnUrl"], issue: "is required for method apm" }
    : true
}

/** How the payer pays, and the details that go with it (operation 37, spec 4.10). */
export interface ConfirmSession {
  /** One of the methods that the session offers. */
  readonly method: PaymentMethod
  /** With method `card`: what the encryption field made of it, never a card's number. */
  readonly card?: { readonly ciphertext: string }
  /** With method `wallet`: what the wallet handed out, passed on to its provider as it is. */
  readonly wallet?: {
    /** Such as `apple_pay`. */
    readonly type: string
    readonly payload: string | { readonly [key: string]: unknown }
  }
  /** With method `apm`: one of the alternative methods that the session's view names. */
  readonly apm?: { readonly type: string }
  /**
   * Where a provider sends the payer back who had to go there: an address at one of the account's
   * return origins. A card or wallet whose provider wants that is declined without it.
   */
  readonly returnUrl?: string
  /** The challenge that the payer has just been through; its card is the one that is charged. */
  readonly threeDsSessionId?: string
  /** The payer is back from where a provider sent them, and what they brought along. */
  readonly returned?: true | Returned
  /** What the payer's page knows of the device that it is on, for providers that ask for it. */
  readonly device?: DeviceFacts
  /** In place of what is known of the customer's. */
  readonly billingAddress?: PayerAddress
}
export const ConfirmSession = Schema.Struct({
  method: PaymentMethod,
  card: Schema.optionalKey(Schema.Struct({ ciphertext: Ciphertext })),
  wallet: Schema.optionalKey(Schema.Struct({ type: MethodType, payload: WalletPayload })),
  apm: Schema.optionalKey(Schema.Struct({ type: MethodType })),
  returnUrl: Schema.optionalKey(PageUrl),
  threeDsSessionId: Schema.optionalKey(Schema.String.check(Schema.isNonEmpty())),
  returned: Schema.optionalKey(Schema.Union([Schema.Literal(true), Returned])),
  device: Schema.optionalKey(DeviceFacts),
  billingAddress: Schema.optionalKey(PayerAddress)
})
  .check(Schema.makeFilter(detailsFit))
  .pipe(
    Schema.encodeKeys({
      threeDsSessionId: "three_ds_session_id",
      returnUrl: "return_url",
      billingAddress: "billing_address"
    })
  )
  .annotate({ identifier: "ConfirmSession" })
