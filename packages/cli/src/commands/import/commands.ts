import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { flag, requiredText, text, whole } from "../../command/options.ts"

/** The steps of an import, in their order. `back` undoes a takeover. */
const importSteps = [
  "plan",
  "copy",
  "cards",
  "freeze",
  "takeover",
  "verify",
  "status",
  "back"
] as const

/** The commands that bring subscriptions of another system here. */
export const importCommands: CommandGroup = {
  name: "import",
  summary: "Move customers, cards and running subscriptions here from another system.",
  commands: [
    defineCommand({
      name: "import stripe",
      summary: "Move from Stripe Billing: plan, copy, freeze, take over, verify, or go back.",
      description:
        "Plan says what would become of each subscription, and changes nothing. Copy brings " +
        "customers, cards and prices, and Stripe bills as before. Cards brings the other cards " +
        "of each customer, before or after the takeover. Freeze stops Stripe from " +
        "billing what can be brought over. Takeover makes this deployment bill it. Verify " +
        "compares both sides. Status reads the database alone. Back gives to Stripe what was " +
        "not charged here. Each step may be stopped and repeated. The key of the account is in " +
        "STRIPE_SECRET_KEY. It is of the mode that --mode names.",
      needs: "database",
      records: "imports.copy, imports.move, imports.takeOver or imports.giveBack",
      arguments: {
        step: requiredText("plan, copy, cards, freeze, takeover, verify, status or back.", {
          choices: importSteps
        })
      },
      options: {
        credentials: text(
          "The credentials of the merchant account that charges the cards. Needed if several " +
            "accounts are at Stripe."
        ),
        from: text("A folder with exported lists, instead of the account. For plan and copy.", {
          placeholder: "FOLDER"
        }),
        rate: whole("The most calls of Stripe in a second.", {
          least: 1,
          most: 10_000,
          otherwise: 20
        }),
        stripeUrl: text("The URL of a fake of Stripe, for a rehearsal.", { placeholder: "URL" }),
        yes: flag("Don't ask.")
      },
      examples: [
        {
          run: "import stripe plan --mode live",
          does: "Name each next charge, and each exception."
        },
        { run: "import stripe copy --mode live", does: "Bring everything that stands still." },
        { run: "import stripe freeze --mode live", does: "Stop Stripe, then run takeover." },
        { run: "import stripe verify --mode live", does: "Compare both sides." }
      ],
      load: async () => (await import("./importStripe.ts")).importStripe
    })
  ]
}
