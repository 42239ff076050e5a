import { createHash, timingSafeEqual } from "node:crypto"
import type { Types } from "@adyen/api-library"
import type { RawNotification } from "@payloom/core"
import type { AdyenAccount } from "./AdyenOptions.ts"
import type { AdditionalData } from "./approvals.ts"
import { type Fields, fieldsIn, isFields } from "./fields.ts"
import { HmacValidator } from "./sdk.ts"

/** One thing that Adyen tells, once its form and its signature were looked at. */
export interface NotifiedItem {
  readonly eventCode: string
  readonly success: boolean
  readonly merchantAccount: string
  readonly pspReference: string
  /** What Adyen calls the charge that was modified or disputed, or null where it is that itself. */
  readonly originalReference: string | null
  readonly merchantReference: string
  readonly amount: { readonly value: number; readonly currency: string }
  /** Not signed, as is everything below. */
  readonly reason: string | undefined
  readonly paymentMethod: string | undefined
  readonly eventDate: string | undefined
  readonly data: AdditionalData
}

/**
 * What a webhook tells of an account on that platform, or null where one of its items isn't signed by
 * a key of the account. What is signed and is of another account or platform is no news of it.
 */
export const notifiedItems = (
  account: AdyenAccount,
  environment: "test" | "live",
  { headers, body }: RawNotification
): ReadonlyArray<NotifiedItem> | null => {
  if (!isAuthorized(account, headers.authorization ?? "")) return null
  const { live, notificationItems } = fieldsIn(body) ?? {}
  if (!Array.isArray(notificationItems) || notificationItems.length === 0) return null
  const isOfPlatform = String(live) === String(environment === "live")
  const told: Array<NotifiedItem> = []
  for (const wrapped of notificationItems) {
    const item = itemOf(account, Object(wrapped).NotificationRequestItem)
    if (item === null) return null
    if (isOfPlatform && item.merchantAccount === account.merchantAccount) told.push(item)
  }
  return told
}

/** Basic authentication, where the account's webhook is set up to have it. */
const isAuthorized = (
  { notificationUser, notificationPassword = "" }: AdyenAccount,
  authorization: string
): boolean => {
  if (notificationUser === undefined) return true
  const pair = Buffer.from(`${notificationUser}:${notificationPassword}`).toString("base64")
  return timingSafeEqual(digestOf(`Basic ${pair}`), digestOf(authorization))
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest()

const itemOf = (account: AdyenAccount, item: unknown): NotifiedItem | null => {
  if (!isFields(item) || !isFields(item.amount)) return null
  const { pspReference, merchantReference, eventCode, success, merchantAccountCode } = item
  const { originalReference = "", additionalData } = item
  const { value, currency } = item.amount
  const isWhole =
    isText(pspReference) &&
    isText(eventCode) &&
    isText(currency) &&
    isText(merchantAccountCode) &&
    typeof merchantReference === "string" &&
    typeof originalReference === "string" &&
    Number.isSafeInteger(value) &&
    /^(?:true|false)$/.test(String(success))
  if (!isWhole || !isFields(additionalData) || !isSigned(account, item)) return null
  return {
    eventCode,
    success: String(success) === "true",
    merchantAccount: merchantAccountCode,
    pspReference,
    originalReference: originalReference === "" ? null : originalReference,
    merchantReference,
    amount: { value: Number(value), currency },
    reason: textOf(item.reason),
    paymentMethod: textOf(item.paymentMethod),
    eventDate: textOf(item.eventDate),
    data: Object.fromEntries(
      Object.entries(additionalData).map(([name, text]) => [name, textOf(text)])
    )
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined)

/** An empty key would sign anything for anybody. */
const isKey = (key: string): boolean => /^(?:[0-9a-f]{2}){16,}$/i.test(key)

const validator = new HmacValidator()

/** A signature as Adyen writes it: what a decoder would skip is none of it. */
const isSignature = (text: unknown): boolean =>
  isText(text) && Buffer.from(text, "base64").toString("base64") === text

/** Whether one of the account's keys signed it: in constant time, by the SDK. */
const isSigned = ({ hmacKeys }: AdyenAccount, item: Fields): boolean =>
  isSignature(Object(item.additionalData).hmacSignature) &&
  hmacKeys.filter(isKey).some((key) => {
    try {
      // Its form was looked at: the signature is over no more than that.
      return validator.validateHMAC(
        item as unknown as Types.notification.NotificationRequestItem,
        key
      )
    } catch {
      return false
    }
  })
