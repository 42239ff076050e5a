import { Schema } from "effect"
import { Ciphertext } from "../../cards/vault/Ciphertext.ts"
import { named } from "../../kernel/codec/named.ts"
import { missingField } from "../../kernel/primitives/missingField.ts"
import { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import { PageUrl } from "../../kernel/primitives/WebUrl.ts"
import { ApmDetails } from "../../providers/ApmDetails.ts"
import { MethodType } from "../../providers/ChargeSource.ts"
import { PostalAddress } from "../../providers/PostalAddress.ts"
import { DeviceFacts } from "./payerDevice.ts"
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

/** Checks that the details match the method and are present if the method needs them. */
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
    return missingField(method, `is required for method ${method}`)
  }
  return method === "apm" && given.returnUrl === undefined
    ? missingField("returnUrl", "is required for method apm")
    : true
}

/** The payer's method and its details. */
export interface ConfirmSession {
  /** A method that the session offers. */
  readonly method: PaymentMethod
  /** With method `card`: the ciphertext from the encryption field. Never a card number. */
  readonly card?: {
    /** The text that the vault's card field made: at most 16,384 characters. */
    readonly ciphertext: string
  }
  /**
   * With method `wallet`: the wallet's payload. The vault decrypts it, or it is passed on to its
   * provider unchanged.
   */
  readonly wallet?: {
    /** The wallet, such as `apple_pay`. */
    readonly type: string
    /** The payload, as the wallet returned it to the page. */
    readonly payload: string | { readonly [key: string]: unknown }
  }
  /** With method `apm`: an alternative method that the payer's session lists. */
  readonly apm?: {
    /** The method, such as `sepa_debit`. */
    readonly type: string
    /** The payer's details, if the method needs any. They are kept only until they are sent. */
    readonly details?: ApmDetails
  }
  /**
   * The address to which a provider sends the payer back after a redirect. Its origin must be one
   * of the account's return origins. Without it, a card or wallet whose provider requires a
   * redirect is declined.
   */
  readonly returnUrl?: string
  /** The challenge that the payer has completed. Its card is charged. */
  readonly threeDsSessionId?: string
  /** Reports that the payer is back from a redirect, with the data of the return. */
  readonly returned?: true | Returned
  /** Facts about the payer's device, for providers that need them. */
  readonly device?: DeviceFacts
  /** The billing address. It replaces the customer's stored address. */
  readonly billingAddress?: PostalAddress
}
export const ConfirmSession = Schema.Struct({
  method: PaymentMethod,
  card: Schema.optionalKey(Schema.Struct({ ciphertext: Ciphertext })),
  wallet: Schema.optionalKey(Schema.Struct({ type: MethodType, payload: WalletPayload })),
  apm: Schema.optionalKey(
    Schema.Struct({ type: MethodType, details: Schema.optionalKey(ApmDetails) })
  ),
  returnUrl: Schema.optionalKey(PageUrl),
  threeDsSessionId: Schema.optionalKey(Schema.String.check(Schema.isNonEmpty())),
  returned: Schema.optionalKey(Schema.Union([Schema.Literal(true), Returned])),
  device: Schema.optionalKey(DeviceFacts),
  billingAddress: Schema.optionalKey(PostalAddress)
})
  .check(Schema.makeFilter(detailsFit))
  .pipe(
    Schema.encodeKeys({
      threeDsSessionId: "three_ds_session_id",
      returnUrl: "return_url",
      billingAddress: "billing_address"
    }),
    named("ConfirmSession")
  )
