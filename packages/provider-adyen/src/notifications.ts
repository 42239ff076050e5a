import type {
  ChargeFound,
  ChargeQuery,
  ModificationFound,
  ProviderNotification,
  RefundNotification
} from "@payloom/core"
import { refusalCodeOf } from "./adyenDeclines.ts"
import { ownReference } from "./adyenModifications.ts"
import { fromAdyen } from "./amounts.ts"
import { approvalIn, savedMethodIn } from "./approvals.ts"
import { disputeIn, isOfDispute, timeIn } from "./disputes.ts"
import type { NotifiedItem } from "./notificationItem.ts"
import { refusalIn } from "./outcomes.ts"

/** Returns the charge of a reference as it was requested. */
type Known = (reference: string) => Promise<ChargeQuery | null>

/**
 * Returns the notifications in an item. There are none if the item is another program's, or changes
 * nothing.
 */
export const notificationsOf = async (
  item: NotifiedItem,
  known: Known
): Promise<ReadonlyArray<ProviderNotification>> => {
  const { pspReference, eventCode, success } = item
  const reference = ownReference(item.merchantReference)
  // A capture that failed may be repeated under the same references, and so may a refund.
  const date = mayRecur.has(eventCode) && item.eventDate !== undefined ? [item.eventDate] : []
  const id = [pspReference, eventCode, success, ...date].join(".")
  const [, kind] = ours.exec(reference) ?? []
  if (kind === undefined) return []
  const time = timeIn(item.eventDate)
  const dated = { id, reference, ...(time === null ? {} : { occurredAt: time }) }
  if (kind !== "attempt") {
    const modification = modificationIn(item, kind as Kind)
    return modification === null ? [] : [{ _tag: "Modification", ...dated, modification }]
  }
  if (item.eventCode === "RECURRING_CONTRACT") return storedIn(item, { id, reference })
  const asked = await known(reference)
  if (isOfDispute(item))
    return [disputeIn(item, asked)].filter((notification) => notification !== null)
  const refund = refundIn(item, asked)
  if (refund !== null) return [{ _tag: "Refund", id, reference, refund }]
  const charge = chargeIn(item, asked)
  return charge === null ? [] : [{ _tag: "Charge", ...dated, charge }]
}

/** Returns the payment method that Adyen stored after a charge. */
const storedIn = (
  { success, data, pspReference }: NotifiedItem,
  about: { readonly id: string; readonly reference: string }
): ReadonlyArray<ProviderNotification> => {
  const { savedMethod } = savedMethodIn({
    "recurring.recurringDetailReference": pspReference,
    ...data
  })
  return success && savedMethod ? [{ _tag: "SavedMethod", ...about, savedMethod }] : []
}

/**
 * The events that Adyen may send more than once about the same thing, each with new information.
 */
const mayRecur: ReadonlySet<string> = new Set([
  "CAPTURE",
  "CAPTURE_FAILED",
  "REFUND",
  "REFUND_FAILED"
])

/**
 * The form of the engine's references. Other references belong to other programs on the account.
 */
const ours = /^(attempt|capture|void|refund|increment)_[0-9A-Z]{26}$/

type Kind = "capture" | "void" | "refund" | "increment"
type State = ModificationFound["state"]

/** The states that follow from a successful event and from a failed one. */
type States = readonly [State, State]

const ordered: States = ["succeeded", "failed"]
// The event follows a success. If that success is unknown, it still means the same.
const cameBack: States = ["reversed", "reversed"]

/** The events of each modification, by their codes. */
const modifications: Readonly<Record<Kind, ReadonlyMap<string, States>>> = {
  capture: new Map([
    ["CAPTURE", ordered],
    ["CAPTURE_FAILED", ["failed", "failed"]]
  ]),
  void: new Map([
    ["CANCELLATION", ordered],
    ["TECHNICAL_CANCEL", ordered],
    ["CANCEL_OR_REFUND", ordered]
  ]),
  refund: new Map([
    ["REFUND", ordered],
    ["REFUND_WITH_DATA", ordered],
    ["CANCEL_OR_REFUND", ordered],
    ["REFUND_FAILED", cameBack],
    ["REFUNDED_REVERSED", cameBack],
    ["POSTPONED_REFUND", ["pending", "pending"]]
  ]),
  increment: new Map([["AUTHORISATION_ADJUSTMENT", ordered]])
}

/** Returns the state of a modification that has a reference of its own. */
const modificationIn = (
  { eventCode, success, reason, pspReference }: NotifiedItem,
  kind: Kind
): ModificationFound | null => {
  const [done, undone] = modifications[kind].get(eventCode) ?? []
  if (done === undefined || undone === undefined) return null
  const isLate = (kind === "capture" || kind === "void") && /expired/i.test(reason ?? "")
  const state = success ? done : isLate ? "hold_expired" : undone
  const isDone = state === "succeeded" || state === "pending"
  const rawCode = isDone ? null : (reason ?? eventCode)
  return { _tag: "Found", state, providerReference: pspReference, rawCode }
}

/**
 * Returns a refund of an engine's charge that was made in the Customer Area, or by another program.
 */
const refundIn = (
  item: NotifiedItem,
  asked: ChargeQuery | null
): RefundNotification["refund"] | null => {
  const action =
    item.data["modification.action"] ?? (asked?.capture === false ? "cancel" : "refund")
  if (item.eventCode === "CANCEL_OR_REFUND" && action !== "refund") return null
  const found = modificationIn(item, "refund")
  if (found === null || found.state === "hold_expired") return null
  const { state, rawCode } = found
  return {
    providerReference: item.pspReference,
    ...fromAdyen(item.amount),
    state,
    ...(rawCode === null ? {} : { rawCode })
  }
}

/**
 * Returns the state of a charge after an event. Adyen sends no event for an automatic capture that
 * follows an authorisation. So the request decides whether an authorised charge is captured.
 */
const chargeIn = (item: NotifiedItem, asked: ChargeQuery | null): ChargeFound | null => {
  const { amount: told, pspReference, originalReference, data, reason } = item
  const { amount, currency } = fromAdyen(told)
  const own = {
    _tag: "Found",
    // An event about a modification has the modified amount. Only an event about a charge has the
    // charged one.
    ...(originalReference === null || asked === null ? { amount, currency } : amountOf(asked)),
    providerReference: originalReference ?? pspReference,
    rawCode: null,
    networkReference: null
  } as const
  const state = chargeState(item, asked)
  if (state === null) return null
  if (state === "captured" && item.eventCode === "CAPTURE") {
    return { ...own, state, amountCaptured: amount }
  }
  if (state === "authorized" || state === "captured") {
    const authCode = data.authCode ?? (reason?.includes(":") ? reason.split(":")[0] : null)
    return { ...own, state, ...approvalIn(data), authCode: authCode ?? null }
  }
  if (state === "returned") return { ...own, state, rawCode: reason ?? item.eventCode }
  if (state !== "declined") return { ...own, state }
  const code = item.eventCode === "AUTHORISATION" ? refusalCode(item) : item.eventCode
  return { ...own, state, ...refusalIn(code, reason, item.paymentMethod, data) }
}

const amountOf = ({ amount, currency }: ChargeQuery) => ({ amount, currency })

const refusalCode = ({ reason, data }: NotifiedItem): string =>
  data.refusalReasonCode ?? refusalCodeOf(reason ?? "Refused")

const chargeState = (
  { eventCode, success, data }: NotifiedItem,
  asked: ChargeQuery | null
): ChargeFound["state"] | null => {
  switch (eventCode) {
    case "AUTHORISATION":
      if (!success) return "declined"
      return asked?.capture === false && asked.type !== "verify" ? "authorized" : "captured"
    case "PENDING":
      return "pending"
    case "OFFER_CLOSED":
      return success ? "declined" : null
    case "CAPTURE":
      return success ? "captured" : null
    // The automatic capture failed, so the money was not taken after all.
    case "CAPTURE_FAILED":
      return "returned"
    case "CANCELLATION":
    case "TECHNICAL_CANCEL":
      return success ? "voided" : null
    case "CANCEL_OR_REFUND":
      return success && data["modification.action"] !== "refund" ? "voided" : null
    case "EXPIRE":
      return success ? "expired" : null
    default:
      return null
  }
}
