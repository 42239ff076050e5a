import type { Payment } from "@payloom/core"
import { Effect } from "effect"
import type { BankDesk } from "./SandboxBank.ts"
import { NothingToNotify } from "./sandboxNotifications.ts"

/** Why a bank takes back what it captured. */
export interface BankReturn {
  /** The bank's code: `capture_failed` unless told. */
  readonly rawCode?: string
}

/**
 * The bank takes back what it captured of a payment, or captures it again: see
 * `Sandbox.returnCapture`.
 */
export const sandboxCaptureReturns = (bank: BankDesk) => {
  const submit = Effect.fnUntraced(function* (
    { attempts }: Pick<Payment, "attempts">,
    rawCode: string | null
  ) {
    const reference = attempts.at(-1) ?? ""
    const { now } = yield* bank.books
    const charge = (yield* bank.charges()).findLast((made) => made.reference === reference)
    const isCaptured = charge?.state === "captured" || charge?.state === "refunded"
    if (charge === undefined || (rawCode === null ? charge.state !== "returned" : !isCaptured)) {
      return yield* new NothingToNotify({ reference })
    }
    const { account } = charge
    yield* bank.submit({ _tag: "Return", at: now, account, charge: reference, rawCode })
  })
  return {
    returnCapture: (
      payment: Pick<Payment, "attempts">,
      { rawCode = "capture_failed" }: BankReturn = {}
    ) => submit(payment, rawCode),
    captureAgain: (payment: Pick<Payment, "attempts">) => submit(payment, null)
  }
}
