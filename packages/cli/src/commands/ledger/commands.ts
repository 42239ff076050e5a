import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { flag, requiredText, text, time, whole } from "../../command/options.ts"

/** The forms of settlement reports that can be read without a mapping of one's own. */
const reportForms: ReadonlyArray<string> = [
  "stripe_balance",
  "stripe_payout",
  "adyen_settlement",
  "paypal_settlement"
]

/** The commands on the ledger. */
export const ledgerCommands: CommandGroup = {
  name: "ledger",
  summary: "Read the books, and compare them with settlement reports.",
  commands: [
    defineCommand({
      name: "ledger balance",
      summary: "Print the trial balance: every account with its balance.",
      description: "Exits with 3 if the accounts of a currency don't sum to zero.",
      needs: "database",
      arguments: {},
      options: {},
      examples: [{ run: "ledger balance --mode live", does: "The books of live mode." }],
      load: async () => (await import("./balance.ts")).balance
    }),
    defineCommand({
      name: "ledger statement",
      summary: "Print the bookings on an account, oldest first.",
      description:
        "CSV has any number of lines, and ends with the closing balances. If the command is " +
        "interrupted or fails, printed CSV ends with a line that begins with `incomplete`, and " +
        "--out leaves no file.",
      needs: "database",
      arguments: {
        account: requiredText("The account, such as merchant_payable or settled_cash:mid_….")
      },
      options: {
        currency: text("Only this currency.", { placeholder: "CODE" }),
        from: time("Only bookings of then or later."),
        to: time("Only bookings of then or earlier. A date is its first moment in UTC."),
        limit: whole("The number of lines.", { least: 1, most: 100_000, otherwise: 100 }),
        csv: flag("Print the whole statement as CSV."),
        out: text("Write the CSV to this new file, which appears when it is whole.", {
          placeholder: "FILE"
        })
      },
      examples: [
        { run: "ledger statement merchant_payable --from 7d", does: "A week of what is owed." },
        {
          run: "ledger statement suspense --from 2026-11-01 --to 2026-11-30T23:59:59.999Z --csv",
          does: "A month, for a spreadsheet."
        }
      ],
      load: async () => (await import("./statement.ts")).printStatement
    }),
    defineCommand({
      name: "ledger reconcile",
      summary: "Compare a provider's settlement report with the books.",
      description:
        "Books nothing unless --book is given. Each charge, refund and reversal is settled once, " +
        "so the same report may be booked again. Exits with 3 if a row does not match.",
      needs: "database",
      records: "ledger.reconcile",
      arguments: { file: requiredText("The report, a CSV file.") },
      options: {
        mid: requiredText("The merchant account of the report, mid_….", { placeholder: "MID" }),
        form: text("The form of the report.", { placeholder: "FORM", choices: reportForms }),
        mapping: text("A JSON file with the columns of a report of another form.", {
          placeholder: "FILE"
        }),
        timeZone: text("The zone of times without one, such as Europe/Berlin.", {
          placeholder: "ZONE"
        }),
        from: time("The beginning of the report's period. 31 days ago if absent."),
        to: time("The end of the period. Now if absent."),
        book: flag("Book the rows that match.")
      },
      examples: [
        {
          run: "ledger reconcile payout.csv --mid mid_01… --form stripe_payout",
          does: "Compare. Nothing is booked."
        },
        {
          run: "ledger reconcile payout.csv --mid mid_01… --form stripe_payout --book",
          does: "Book it."
        }
      ],
      load: async () => (await import("./reconcile.ts")).reconcileReport
    })
  ]
}
