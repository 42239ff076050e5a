import { Cause, Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import type { AttemptRecord } from "./Attempt.ts"
import { attemptAfter } from "./attemptMachine.ts"
import type { PaymentRecord } from "./Payment.ts"
import { paymentAfter } from "./paymentMachine.ts"

const source = { _tag: "Vaulted", vaultReference: "vault_1" } as const
const attempt = { status: "captured", rawCode: null, source, action: null } as AttemptRecord
const payment = { status: "refunded", amountCaptured: 1250n } as PaymentRecord

describe("an attempt or payment that moves", () => {
  it("takes its fields along", () => {
    expect(
      attemptAfter({ ...attempt, status: "authorized" }, "capture", { rawCode: "00" })
    ).toEqual({
      ...attempt,
      rawCode: "00"
    })
  })

  it("keeps what a wallet handed out as long as it may be charged, and not longer", () => {
    const wallet = { _tag: "Wallet", wallet: "any_wallet", payload: { token: "secret" } } as const
    const pending = { ...attempt, status: "pending", source: wallet } as const
    expect(attemptAfter(pending, "lose", {}).source).toEqual(wallet)
    for (const trigger of ["capture", "authorize", "decline", "fail"] as const) {
      expect(attemptAfter(pending, trigger, {}).source).toEqual({ ...wallet, payload: null })
    }
  })

  it("as its machine forbids is a defect, and never keeps its status with other fields", () => {
    expect(() => attemptAfter(attempt, "void", { rawCode: "00" })).toThrow(
      "The machine Attempt forbids void from captured."
    )
    expect(() => paymentAfter(payment, "void", { amountCaptured: 1n })).toThrow(
      "The machine Payment forbids void from refunded."
    )
  })

  it("as its machine forbids ends the operation that asked for it with that defect", () => {
    const exit = Effect.runSyncExit(
      Effect.gen(function* () {
        yield* Effect.void
        return attemptAfter(attempt, "void", {})
      })
    )
    expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
  })
})
