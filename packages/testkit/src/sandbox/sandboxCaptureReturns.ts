import type { Payment } from "@payloom/core"
import { Effect } from "effect"
import type { BankDesk } from "./SandboxBank.ts"
import { NothingToNotify } from "./sandboxNotifications.ts"

/** The return of a capture. */
export interface BankReturn {
  /** The bank's code. Default: `capture_failed`. */
  readonly rawCode?: string
}

/**
 * Creates the calls with which the bank takes back a capture, or captures again. See
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
