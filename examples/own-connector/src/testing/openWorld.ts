import type { Payment } from "@payloom/core"
import { manualClock } from "@payloom/testkit"
import { onTestFinished } from "vitest"
import type { bankAccounts } from "../bank/bankAccounts.ts"
import { openShop } from "../openShop.ts"
import { type BankStart, startBank } from "../startBank.ts"
import { bankStrings } from "./bankStrings.ts"

/** Longer than the engine waits before it asks what became of a charge. */
const untilItAsksMs = 6000

/** A bank in its own process and a shop with accounts there, until the test is over. */
export const openWorld = async (
  accounts: ReadonlyArray<keyof typeof bankAccounts> = ["north"],
  start: BankStart = {}
) => {
  const bank = await startBank(start)
  onTestFinished(bank.kill)
  // The engine's time stands still but where a test moves it; the bank's is the machine's.
  const clock = manualClock()
  const { payloom, shop } = await openShop(bank.url, accounts, {
    clock,
    workers: false,
    onLog: () => undefined
  })
  onTestFinished(() => payloom.close())
  return {
    bank,
    strings: bankStrings(bank.url),
    payloom,
    shop,
    /** Charges a card by the bank's token of it. */
    pay: async (token: string): Promise<Payment> => {
      const { id } = await shop.cards.save({ ciphertext: token })
      return shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: id },
        { idempotencyKey: token }
      )
    },
    /** Time passes, and the engine does what is due by then. */
    recover: async (): Promise<void> => {
      await clock.advance(untilItAsksMs)
      while ((await payloom.runDue()) > 0);
    }
  }
}
