import { midOfAccount } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { exitCodes } from "../../command/exitCodes.ts"
import { amountText } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"

/** Prints the trial balance, and checks that it sums to zero. */
export const balance: Run<object, "database"> = async (_, { target }) => {
  const { merchant } = await target.account()
  const [accounts, mids] = await Promise.all([
    merchant.ledger.trialBalance(),
    merchant.routing.listMids()
  ])
  const names = new Map<string, string>(mids.map(({ id, name }) => [id, name]))
  const sums = new Map<string, bigint>()
  for (const { currency, balance: amount } of accounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  }
  const wrong = [...sums].filter(([, sum]) => sum !== 0n)
  return {
    kind: "table",
    table: {
      columns: [
        { title: "Account" },
        { title: "Name", shrinks: true },
        { title: "Balance", align: "right" }
      ],
      rows: [
        ...accounts.map(({ account, currency, balance: amount }) => [
          account,
          names.get(midOfAccount(account) ?? "") ?? "",
          amountText(amount, currency)
        ]),
        ...[...sums].map(([currency, sum]) => [
          { text: `Sum of ${currency}`, colour: sum === 0n ? ("bold" as const) : ("red" as const) },
          "",
          amountText(sum, currency)
        ])
      ],
      empty: "Nothing was booked."
    },
    json: { accounts: wireForm(accounts), sums: Object.fromEntries(sums) },
    exitCode: wrong.length === 0 ? exitCodes.done : exitCodes.found,
    notes: wrong.map(([currency]) => `The books of ${currency} don't sum to zero: report this.`)
  }
}
