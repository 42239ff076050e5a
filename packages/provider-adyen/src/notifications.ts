import type {
  ChargeFound,
  ChargeQuery,
  ModificationFound,
  ProviderNotice,
  RefundNotice
} from "@payloom/core"
import { refusalCodeOf } from "./adyenDeclines.ts"
import { fromAdyen } from "./amounts.ts"
import { approvalIn } from "./approvals.ts"
import { disputeIn, isOfDispute } from "./disputes.ts"
import type { NotifiedItem } from "./notificationItem.ts"
import { refusalIn } from "./outcomes.ts"

/** How a charge was asked for, by its reference. */
type Known = (reference: string) => Promise<ChargeQuery | null>

/** What an item tells; none where it is of another program's, or moves nothing. */
export const noticesOf = async (
  item: NotifiedItem,
  known: Known
): Promise<ReadonlyArray<ProviderNotice>> => {
  const { pspReference, eventCode, success, merchantReference: reference } = item
  const id = `${pspReference}.${eventCode}.${success}`
  const [, kind] = ours.exec(reference) ?? []
  if (kind === undefined) return []
  if (kind !== "attempt") {
    const modification = modificationIn(item)
    return modification === null ? [] : [{ _tag: "Modification", id, reference, modification }]
  }
  if (isOfDispute(item)) {
    const notice = disputeIn(item, id)
    return notice === null ? [] : [notice]
  }
  const asked = await known(reference)
  const refund = refundIn(item, asked)
  if (refund !== null) return [{ _tag: "Refund", id, reference, refund }]
  const charge = chargeIn(item, asked)
  return charge === null ? [] : [{ _tag: "Charge", id, reference, charge }]
}

/** The form of the engine's references: all others are of another program on the same account. */
const ours = /^(attempt|capture|void|refund)_[0-9A-Z]{26}$/

/** A capture, void or refund that was asked for by its own reference. */
const modificationIn = (item: NotifiedItem): ModificationFound | null => {
  const state = modificationState(item)
  if (state === null) return null
  const isDone = state === "succeeded" || state === "pending"
  return {
    _tag: "Found",
    state,
    providerReference: item.pspReference,
    rawCode: isDone ? null : (item.reason ?? item.eventCode)
  }
}

const modificationState = ({
  eventCode,
  success,
  reason
}: NotifiedItem): ModificationFound["state"] | null => {
  switch (eventCode) {
    case "CAPTURE":
    case "CANCELLATION":
      if (success) return "succeeded"
      return /expired/i.test(reason ?? "") ? "hold_expired" : "failed"
    case "TECHNICAL_CANCEL":
    case "CANCEL_OR_REFUND":
    case "REFUND":
    case "REFUND_WITH_DATA":
      return success ? "succeeded" : "failed"
    case "CAPTURE_FAILED":
      return "failed"
    // It comes after a success, and says the same of one that isn't known to have succeeded.
    case "REFUND_FAILED":
    case "REFUNDED_REVERSED":
      return "reversed"
    case "POSTPONED_REFUND":
      return "pending"
    default:
      return null
  }
}

/** A refund that was made in the Customer Area, or by another program, of one of our charges. */
const refundIn = (item: NotifiedItem, asked: ChargeQuery | null): RefundNotice["refund"] | null => {
  const { eventCode, pspReference, amount, data, reason } = item
  const action = data["modification.action"] ?? (asked?.capture === false ? "cancel" : "refund")
  const isRefund = /REFUND/.test(eventCode) && eventCode !== "CANCEL_OR_REFUND"
  if (!isRefund && !(eventCode === "CANCEL_OR_REFUND" && action === "refund")) return null
  const state = modificationState(item)
  if (state === null || state === "hold_expired") return null
  const isDone = state === "succeeded" || state === "pending"
  return {
    providerReference: pspReference,
    ...fromAdyen(amount),
    state,
    ...(isDone ? {} : { rawCode: reason ?? eventCode })
  }
}

/**
 * A charge as it stands by an event. Adyen doesn't tell of one that captures by itself once it is
 * authorised: whether it does is how it was asked for.
 */
const chargeIn = (item: NotifiedItem, asked: ChargeQuery | null): ChargeFound | null => {
  const { amount: told, pspReference, originalReference, data, reason } = item
  const { amount, currency } = fromAdyen(told)
  const own = {
    _tag: "Found",
    // A modification tells what was modified, and only a charge what was charged.
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
    // What was taken by itself was not taken after all.
    case "CAPTURE_FAILED":
      return "declined"
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
