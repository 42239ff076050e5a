import { Schema } from "effect"
import { publishableKey } from "../../checkout/sessions/createCheckoutSessionInput.ts"
import { named } from "../../kernel/codec/named.ts"
import { Locale } from "../../kernel/primitives/Locale.ts"
import { CustomerId, TemplateId } from "../../kernel/primitives/PublicId.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { PageUrl } from "../../kernel/primitives/WebUrl.ts"
import { PortalPermission } from "./PortalSession.ts"

const Permissions = Schema.Array(PortalPermission).check(
  Schema.isMaxLength(20, refusedAs("parameter_invalid", "at most 20 permissions"))
)

/** The permissions of a session that names none: all but a pause, which postpones revenue. */
export const defaultPermissions: ReadonlyArray<PortalPermission> = [
  "payment_instruments",
  "cancel",
  "cancel_now",
  "pay_overdue",
  "receipts"
]

/** The input of a new portal session. */
export interface CreatePortalSession {
  /** The customer's id. */
  readonly customer: string
  /** With it the answer has `url`. It is neither stored nor returned. */
  readonly publishableKey?: string
  /**
   * The address of the link back to the merchant. Its origin must be one of the account's return
   * origins.
   */
  readonly returnUrl?: string
  /**
   * The permissions of the customer. The default is all but `pause`, because a pause postpones
   * revenue. An empty list only shows the subscriptions and the cards.
   */
  readonly allow?: ReadonlyArray<PortalPermission>
  /** The id of a published template for the look of the page. */
  readonly template?: string
  /** A BCP 47 tag. The default is the language of the customer's browser. */
  readonly locale?: string
  /**
   * The time at which the session ends, in milliseconds since the epoch, from 5 minutes to 24 hours
   * ahead. The default is an hour.
   */
  readonly expiresAt?: number
}
export const CreatePortalSession = Schema.Struct({
  customer: CustomerId,
  publishableKey: Schema.optionalKey(publishableKey),
  returnUrl: Schema.optionalKey(PageUrl),
  allow: Schema.optionalKey(Permissions),
  template: Schema.optionalKey(TemplateId),
  locale: Schema.optionalKey(Locale),
  expiresAt: Schema.optionalKey(Timestamp)
}).pipe(
  Schema.encodeKeys({
    publishableKey: "publishable_key",
    returnUrl: "return_url",
    expiresAt: "expires_at"
  }),
  named("CreatePortalSession")
)
