import { createHash, timingSafeEqual } from "node:crypto"
import type { Types } from "@adyen/api-library"
import { type Fields, fieldsIn, isFields, type RawNotification } from "@payloom/core"
import type { AdyenAccount } from "./AdyenOptions.ts"
import type { AdditionalData } from "./approvals.ts"
import { HmacValidator } from "./sdk.ts"

/** An item of a webhook, after its form and its signature were checked. */
export interface NotifiedItem {
  readonly eventCode: string
  readonly success: boolean
  readonly merchantAccount: string
  readonly pspReference: string
  /**
   * Adyen's reference of the charge that was modified or disputed, or null if the item is about the
   * charge itself.
   */
  readonly originalReference: string | null
  readonly merchantReference: string
  readonly amount: { readonly value: number; readonly currency: string }
  /** The reason. Neither this field nor any field below is signed. */
  readonly reason: string | undefined
  readonly paymentMethod: string | undefined
  readonly eventDate: string | undefined
  readonly data: AdditionalData
}

/**
 * Returns the items of a webhook that belong to the account and the platform. Returns null if one
 * of its items isn't signed by a key of the account. Signed items of another account or platform
 * are left out.
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

/** Checks the user name and password, if the account's webhook is set up with them. */
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
  const { pspReference, eventCode, success, merchantAccountCode, additionalData } = item
  // Adyen signs an empty text in the place of a reference that is missing or null.
  const merchantReference = item.merchantReference ?? ""
  const originalReference = item.originalReference ?? ""
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

/** Returns true if the key is long enough. An empty key would accept anybody's signature. */
const isKey = (key: string): boolean => /^(?:[0-9a-f]{2}){16,}$/i.test(key)

const validator = new HmacValidator()

/**
 * Returns true if the signature is canonical Base64, because a decoder would skip other characters.
 */
const isSignature = (text: unknown): boolean =>
  isText(text) && Buffer.from(text, "base64").toString("base64") === text

/** Returns true if one of the account's keys signed the item. The SDK compares in constant time. */
const isSigned = ({ hmacKeys }: AdyenAccount, item: Fields): boolean =>
  isSignature(Object(item.additionalData).hmacSignature) &&
  hmacKeys.filter(isKey).some((key) => {
    try {
      // The types of the signed fields were checked before.
      return validator.validateHMAC(
        item as unknown as Types.notification.NotificationRequestItem,
        key
      )
    } catch {
      return false
    }
  })
