import { describe, expect, it } from "vitest"
import type { BankCharge, BankModification } from "./bank/BankApi.ts"
import {
  foundAs,
  modificationFound,
  modifiedBy,
  notificationsOf,
  outcomeOf
} from "./bankAnswers.ts"

const taken: BankCharge = {
  id: "ch_1",
  reference: "attempt_1",
  status: "taken",
  amount: "125000",
  taken: "125000",
  refunded: "0",
  currency: "ISK",
  code: null,
  scheme_code: null,
  scheme_reference: null,
  message: null,
  held_until: null,
  pay_at: "https://bank.example/pay/ch_1",
  pay_until: 0
}

const tooLate: BankModification = {
  id: "capture_1",
  kind: "capture",
  reference: "capture_1",
  status: "failed",
  amount: "1250",
  currency: "EUR",
  code: "hold_lapsed"
}

describe("an answer of the bank", () => {
  it("has an unrequested amount if its amount is too fine", () => {
    expect(outcomeOf(taken)).toMatchObject({ _tag: "Approved", amount: 1250n })
    expect(outcomeOf({ ...taken, amount: "125050" })).toMatchObject({ amount: -1n })
    expect(foundAs({ ...taken, taken: "125050" })).toMatchObject({ amountCaptured: -1n })
  })

  it("is an unknown outcome if the connector doesn't know the status", () => {
    const outcome = outcomeOf({ ...taken, status: "at_the_notary" as BankCharge["status"] })
    expect(outcome).toEqual({ _tag: "Unknown", reason: "The bank's status is at_the_notary." })
  })

  it("reports an expired authorization, from a capture and from a look-up", () => {
    expect(modifiedBy(tooLate)).toEqual({ _tag: "HoldExpired" })
    expect(modificationFound(tooLate)).toMatchObject({ state: "hold_expired" })
    expect(modifiedBy({ ...tooLate, code: "more_than_held" })).toMatchObject({ _tag: "Failed" })
  })

  it("is no notification if the connector doesn't use its kind of event", () => {
    expect(notificationsOf({ id: "evt_1", payout: {} } as never)).toEqual([])
  })
})
