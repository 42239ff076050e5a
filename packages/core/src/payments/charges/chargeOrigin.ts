import type { AttemptRecord } from "./Attempt.ts"
import type { PaymentRecord, PaymentType } from "./Payment.ts"

/** The rows that a charge belongs to. Ids that the charge lacked are absent. */
export interface ChargeOrigin {
  readonly type: PaymentType
  readonly mid: string
  readonly payment: string
  readonly cycle?: string
  readonly checkout?: string
  readonly customer?: string
  readonly card?: string
}

/**
 * Returns the origin of a charge as a text for its provider. It has ids only. After a restore from
 * a backup, a charge that the books lack is booked by it.
 */
export const chargeOrigin = (
  { id, type, billingCycle, checkoutSession, customer, paymentInstrument }: PaymentRecord,
  { mid }: AttemptRecord
): string =>
  [type, mid, id, billingCycle, checkoutSession, customer, paymentInstrument]
    .filter((part) => part !== null && part !== undefined)
    .join(":")

/** Reads the origin of a charge. Null if the text is none. */
export const readChargeOrigin = (text: string | null): ChargeOrigin | null => {
  const [type = "", ...ids] = text?.split(":") ?? []
  const found: Record<string, string> = {}
  for (const id of ids) found[id.slice(0, id.indexOf("_"))] = id
  const { mid, payment, cycle, checkout, customer, card } = found
  if (!isType(type) || mid === undefined || payment === undefined) return null
  return {
    type,
    mid,
    payment,
    ...(cycle === undefined ? {} : { cycle }),
    ...(checkout === undefined ? {} : { checkout }),
    ...(customer === undefined ? {} : { customer }),
    ...(card === undefined ? {} : { card })
  }
}

const types: ReadonlyArray<string> = [
  "one_off",
  "subscription_initial",
  "subscription_rebill",
  "moto",
  "verify"
] satisfies ReadonlyArray<PaymentType>

const isType = (type: string): type is PaymentType => types.includes(type)
