import {
  type ChargeFound,
  type Fields,
  fieldsIn,
  isHmac,
  type KnownCharge,
  type ModificationFound,
  type ProviderNotification,
  type RawNotification
} from "@payloom/core"
import { moneyIn } from "../../amounts.ts"
import { at, listAt, textOf } from "../../fields.ts"
import { occurredAt } from "../../occurredAt.ts"
import { kindOfReference } from "../../references.ts"
import type { AdyenPrismAccount } from "./adyen.ts"

type Known = (reference: string) => Promise<KnownCharge | null>

/** Reads a standard webhook of Adyen. Returns null if one of its items isn't signed. */
export const readAdyenNotification = async (
  account: AdyenPrismAccount,
  { body }: RawNotification,
  known: Known,
  { environment }: { readonly environment: "test" | "live" }
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  const webhook = fieldsIn(body)
  const items = listAt(webhook, "notificationItems").map((each) =>
    at(each, "NotificationRequestItem")
  )
  if (items.length === 0 || !items.every((item) => isSigned(account, item))) return null
  if (String(webhook?.live) !== String(environment === "live")) return []
  const own = items.filter((item) => item.merchantAccountCode === account.merchantAccount)
  const read = await Promise.all(own.map((item) => notificationIn(item, known)))
  return read.flat()
}

/** Returns the text that Adyen signs. */
export const signedText = (item: Fields): string => {
  const { value, currency } = at(item, "amount")
  const { pspReference, originalReference = "", merchantAccountCode, merchantReference } = item
  const { eventCode, success } = item
  return [
    pspReference,
    originalReference,
    merchantAccountCode,
    merchantReference,
    value,
    currency,
    eventCode,
    success
  ].join(":")
}

const isSigned = ({ hmacKeys }: AdyenPrismAccount, item: Fields): boolean => {
  const signature = textOf(at(item, "additionalData").hmacSignature)
  if (signature === null || textOf(item.eventCode) === null) return false
  return hmacKeys
    .filter((key) => /^(?:[0-9a-f]{2}){16,}$/i.test(key))
    .map((key) => Buffer.from(key, "hex"))
    .some((key) => isHmac({ key, text: signedText(item), signature, encoding: "base64" }))
}

type State = ModificationFound["state"]

const modifications: Readonly<Record<string, readonly [kind: string, done: State, not: State]>> = {
  CAPTURE: ["capture", "succeeded", "failed"],
  CAPTURE_FAILED: ["capture", "failed", "failed"],
  CANCELLATION: ["void", "succeeded", "failed"],
  TECHNICAL_CANCEL: ["void", "succeeded", "failed"],
  REFUND: ["refund", "succeeded", "failed"],
  REFUND_FAILED: ["refund", "reversed", "reversed"],
  REFUNDED_REVERSED: ["refund", "reversed", "reversed"]
}

const notificationIn = async (
  item: Fields,
  known: Known
): Promise<ReadonlyArray<ProviderNotification>> => {
  const eventCode = String(item.eventCode)
  const pspReference = String(item.pspReference)
  const reference = String(item.merchantReference)
  const kind = kindOfReference(reference)
  if (kind === null) return []
  const id = [pspReference, eventCode, item.success, item.eventDate].join(".")
  const dated = { id, reference, ...occurredAt(item.eventDate) }
  const [ofKind, done, not] = modifications[eventCode] ?? []
  const isDone = String(item.success) === "true"
  const reason = textOf(item.reason) ?? eventCode
  if (kind !== "attempt") {
    if (ofKind !== kind || done === undefined || not === undefined) return []
    const isLate = kind !== "refund" && !isDone && /expired/i.test(reason)
    const state = isDone ? done : isLate ? "hold_expired" : not
    const rawCode = state === "succeeded" ? null : reason
    const modification = { _tag: "Found", state, providerReference: pspReference, rawCode } as const
    return [{ _tag: "Modification", ...dated, modification }]
  }
  const { value, currency } = at(item, "amount")
  const money = moneyIn(value, currency)
  if (money === null) return []
  if (ofKind === "refund" && done !== undefined) {
    const state = isDone ? done : "failed"
    if (state === "hold_expired") return []
    return [
      {
        _tag: "Refund",
        id,
        reference,
        refund: { providerReference: pspReference, ...money, state }
      }
    ]
  }
  const charge = chargeIn(item, money, await known(reference))
  return charge === null ? [] : [{ _tag: "Charge", ...dated, charge }]
}

/** Adyen sends no event for an automatic capture. So the request decides what an approval means. */
const stateIn = (item: Fields, known: KnownCharge | null): ChargeFound["state"] | null => {
  const isDone = String(item.success) === "true"
  switch (item.eventCode) {
    case "AUTHORISATION":
      if (!isDone) return "declined"
      return known?.capture === false && known.type !== "verify" ? "authorized" : "captured"
    case "PENDING":
      return "pending"
    case "OFFER_CLOSED":
      return isDone ? "declined" : null
    case "CAPTURE":
      return isDone ? "captured" : null
    case "CAPTURE_FAILED":
      return "returned"
    case "CANCELLATION":
      return isDone ? "voided" : null
    case "EXPIRE":
      return isDone ? "expired" : null
    default:
      return null
  }
}

const chargeIn = (
  item: Fields,
  told: { readonly amount: bigint; readonly currency: string },
  known: KnownCharge | null
): ChargeFound | null => {
  const state = stateIn(item, known)
  if (state === null) return null
  const original = textOf(item.originalReference)
  // An event about a modification has the modified amount.
  const { amount, currency } = original === null || known === null ? told : known
  const data = at(item, "additionalData")
  const isNot = state === "declined" || state === "returned"
  const code =
    item.eventCode === "AUTHORISATION"
      ? (textOf(data.refusalReasonCode) ?? "Refused")
      : item.eventCode
  return {
    _tag: "Found",
    amount,
    currency,
    providerReference: original ?? String(item.pspReference),
    state,
    rawCode: isNot ? String(code) : null,
    networkReference: textOf(data.networkTxReference),
    ...(item.eventCode === "CAPTURE" ? { amountCaptured: told.amount } : {})
  }
}
