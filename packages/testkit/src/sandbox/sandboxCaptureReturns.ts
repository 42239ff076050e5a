import type { Payment } from "@payloom/core"
import { Effect } from "effect"
import type { BankChargeView, BankDesk, BankModificationView } from "./SandboxBank.ts"
import { NothingToNotify } from "./sandboxNotifications.ts"

/** A capture of a payment. */
export interface BankCapture {
  /** The id of one of several captures. Default: all captures of the payment. */
  readonly capture?: string
}

/** The return of a capture. */
export interface BankReturn extends BankCapture {
  /** The bank's code. Default: `capture_failed`. */
  readonly rawCode?: string
}

/** A payment, of which the bank needs the attempts alone. */
export type Paid = Pick<Payment, "attempts">

/**
 * Creates the calls with which the bank takes back a capture, or captures again. See
 * `Sandbox.returnCapture`.
 */
export const sandboxCaptureReturns = (bank: BankDesk) => {
  const submit = Effect.fnUntraced(function* (
    { attempts }: Paid,
    rawCode: string | null,
    capture: string | undefined
  ) {
    const reference = attempts.at(-1) ?? ""
    const { now } = yield* bank.books
    const charge = (yield* bank.charges()).findLast((made) => made.reference === reference)
    const captures = (yield* bank.modifications()).filter((made) => made.charge === reference)
    const isPossible = rawCode === null ? canCaptureAgain : canReturn
    if (charge === undefined || !isPossible(charge, captures, capture)) {
      return yield* new NothingToNotify({ reference: capture ?? reference })
    }
    const { account } = charge
    const only = capture === undefined ? {} : { capture }
    yield* bank.submit({ _tag: "Return", at: now, account, charge: reference, ...only, rawCode })
  })
  return {
    returnCapture: (payment: Paid, { rawCode = "capture_failed", capture }: BankReturn = {}) =>
      submit(payment, rawCode, capture),
    captureAgain: (payment: Paid, { capture }: BankCapture = {}) => submit(payment, null, capture)
  }
}

type IsPossible = (
  charge: BankChargeView,
  made: ReadonlyArray<BankModificationView>,
  capture: string | undefined
) => boolean

const isTaken = ({ state }: BankChargeView): boolean => state === "captured" || state === "refunded"

/** One capture alone is taken back only if another one stands. */
const canReturn: IsPossible = (charge, made, capture) => {
  if (capture === undefined) return isTaken(charge)
  const standing = made.filter(({ kind, state }) => kind === "capture" && state === "succeeded")
  return standing.length > 1 && standing.some(({ reference }) => reference === capture)
}

const canCaptureAgain: IsPossible = (charge, made, capture) =>
  capture === undefined
    ? charge.state === "returned"
    : isTaken(charge) &&
      made.some(({ reference, state }) => reference === capture && state === "failed")
