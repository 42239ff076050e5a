import { type ChargeOrigin, readChargeOrigin } from "../payments/charges/chargeOrigin.ts"
import type { ChangedCharge } from "../providers/ChangeListing.ts"

/** A charge that the books lack, with the ids of its rows. */
export interface UnknownCharge {
  readonly listed: ChangedCharge
  readonly origin: ChargeOrigin
}

/**
 * Returns a listed charge with its origin. Null if it is not a charge of this merchant account: an
 * account at a provider may serve other systems, and other stores of Payloom.
 */
export const ownCharge = (listed: ChangedCharge, mid: string): UnknownCharge | null => {
  const origin = readChargeOrigin(listed.origin)
  if (origin === null || origin.mid !== mid) return null
  return isAttemptId(listed.reference) && isPaymentId(origin.payment) ? { listed, origin } : null
}

const isAttemptId = (id: string): boolean => /^attempt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)
const isPaymentId = (id: string): boolean => /^payment_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)

/** The states of a charge that took or holds money, or may yet. */
const adoptable: ReadonlySet<string> = new Set([
  "authorized",
  "captured",
  "refunded",
  "pending",
  "requires_action"
])

/** Returns true if the books need a charge. The others took no money, or returned it all. */
export const needsAdoption = ({ listed }: UnknownCharge): boolean =>
  adoptable.has(listed.charge.state) && listed.charge.amount > 0n

/** True if the charge was made as a hold. A captured charge was one if a part was captured. */
export const isHold = ({ charge }: ChangedCharge): boolean =>
  charge.state === "authorized" ||
  (charge.amountCaptured !== undefined &&
    charge.amountCaptured > 0n &&
    charge.amountCaptured !== charge.amount)
