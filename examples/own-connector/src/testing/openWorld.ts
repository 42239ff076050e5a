import type { Payment } from "@payloom/core"
import { manualClock } from "@payloom/testkit"
import { onTestFinished } from "vitest"
import type { bankAccounts } from "../bank/bankAccounts.ts"
import { openShop } from "../openShop.ts"
import { type BankStart, startBank } from "../startBank.ts"
import { controlsOf } from "./controlsOf.ts"

/** A time after which the engine looks up an unknown charge. */
const untilLookUpMs = 6000

/** Starts a bank in a process of its own, and a shop with accounts there, until the test ends. */
export const openWorld = async (
  accounts: ReadonlyArray<keyof typeof bankAccounts> = ["north"],
  start: BankStart = {}
) => {
  const bank = await startBank(start)
  onTestFinished(bank.kill)
  // Tests move the engine's clock. The bank uses the machine's clock.
  const clock = manualClock()
  const { payloom, shop } = await openShop(bank.url, accounts, {
    clock,
    workers: false,
    onLog: () => undefined
  })
  onTestFinished(() => payloom.close())
  return {
    bank,
    controls: controlsOf(bank.url),
    payloom,
    shop,
    /** Charges a card by the bank's token. */
    pay: async (token: string): Promise<Payment> => {
      const { id } = await shop.cards.save({ ciphertext: token })
      return shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: id },
        { idempotencyKey: token }
      )
    },
    /** Lets time pass, and runs the due jobs. */
    recover: async (): Promise<void> => {
      await clock.advance(untilLookUpMs)
      while ((await payloom.runDue()) > 0);
    }
  }
}
