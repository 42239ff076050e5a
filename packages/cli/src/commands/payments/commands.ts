import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { flag, requiredText, text, texts, time, whole } from "../../command/options.ts"
import { paymentStatuses } from "./paymentStatuses.ts"

const payment = requiredText("The id of a payment, payment_….")

/** The commands on payments. */
export const paymentCommands: CommandGroup = {
  name: "payments",
  summary: "List, show, explain and refund payments.",
  commands: [
    defineCommand({
      name: "payments list",
      summary: "List payments, newest first.",
      needs: "either",
      arguments: {},
      options: {
        status: texts("Only this status. May be given several times.", {
          placeholder: "STATUS",
          choices: paymentStatuses
        }),
        from: time("Only payments created then or later."),
        to: time("Only payments created then or earlier. A date is its first moment in UTC."),
        limit: whole("The number of payments.", { least: 1, most: 10_000, otherwise: 20 }),
        after: text("Continue after this cursor of an earlier list.", { placeholder: "CURSOR" })
      },
      examples: [
        { run: "payments list --status declined --from 1d", does: "The declines of the last day." },
        {
          run: "payments list --from 2026-11-01 --to 2026-11-30T23:59:59.999Z --limit 10000 --json",
          does: "A month as JSON."
        }
      ],
      load: async () => (await import("./listPayments.ts")).listPayments
    }),
    defineCommand({
      name: "payments show",
      summary: "Show a payment with its attempts and refunds.",
      needs: "either",
      arguments: { payment },
      options: {},
      examples: [{ run: "payments show payment_01…", does: "One payment." }],
      load: async () => (await import("./showPayment.ts")).showPayment
    }),
    defineCommand({
      name: "payments explain",
      summary: "Explain why a payment was routed, declined or paid as it was.",
      description:
        "Shows each attempt with the accounts that were considered and the provider's own " +
        "answer, then the events, the webhooks and the bookings.",
      needs: "database",
      arguments: { payment },
      options: {},
      examples: [{ run: "payments explain payment_01…", does: "Why was it declined?" }],
      load: async () => (await import("./explainPayment.ts")).explainPayment
    }),
    defineCommand({
      name: "payments refund",
      summary: "Refund a payment, in full or in part.",
      description:
        "On a database, the refund is recorded, and the workers of the server carry it out. " +
        "On a terminal the command asks before it does anything.",
      needs: "either",
      records: "payments.refund",
      arguments: { payment },
      options: {
        amount: text("The amount in minor units: 1250 is 12.50 EUR. The whole rest if absent.", {
          placeholder: "AMOUNT"
        }),
        reason: text("The reason, which is stored."),
        idempotencyKey: text("The same key refunds once, however often it is sent.", {
          placeholder: "KEY"
        }),
        yes: flag("Don't ask.")
      },
      examples: [
        { run: "payments refund payment_01… --amount 500 --reason Broken", does: "5.00 of EUR." },
        {
          run: "payments refund payment_01… --yes --idempotency-key return-17",
          does: "The rest, from a script that may run twice."
        }
      ],
      load: async () => (await import("./refundPayment.ts")).refundPayment
    })
  ]
}
