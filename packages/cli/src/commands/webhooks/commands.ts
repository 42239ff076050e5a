import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { requiredText, text, texts, time } from "../../command/options.ts"
import { triggers } from "./triggers.ts"

const forward = requiredText("The URL to send webhooks to, such as http://localhost:3000/hooks.", {
  placeholder: "URL"
})

const secret =
  "PAYLOOM_WEBHOOK_SECRET is the secret that signs, whsec_…. Without it, a new secret is made " +
  "and printed."

/** The commands on webhooks. */
export const webhookCommands: CommandGroup = {
  name: "webhooks",
  summary: "Receive webhooks on your own machine.",
  commands: [
    defineCommand({
      name: "webhooks listen",
      summary: "Forward events to a URL as signed webhooks, until Ctrl-C.",
      description:
        "The events are read from the database or the server, so no address of yours has to be " +
        `reachable. They are sent in order, and a failed webhook is not sent again. ${secret}`,
      needs: "either",
      arguments: {},
      options: {
        forward,
        type: texts("Only this type. May be given several times.", { placeholder: "TYPE" }),
        from: time("Begin with events of this time. Now if absent.")
      },
      examples: [
        {
          run: "webhooks listen --forward http://localhost:3000/hooks",
          does: "Develop a receiver against a real account."
        }
      ],
      load: async () => (await import("./listen.ts")).listen
    }),
    defineCommand({
      name: "webhooks trigger",
      summary: "Send a webhook of one type to a URL.",
      description:
        "The event comes from a sandbox in memory, so it is complete and belongs to no real " +
        `payment. ${secret}`,
      needs: "nothing",
      arguments: {
        event: requiredText("The type of the event.", { choices: Object.keys(triggers) })
      },
      options: {
        forward,
        save: text("Also write the webhook's body to this file.", { placeholder: "FILE" })
      },
      examples: [
        {
          run: "webhooks trigger payment.succeeded --forward http://localhost:3000/hooks",
          does: "Test a receiver without a server."
        }
      ],
      load: async () => (await import("./trigger.ts")).trigger
    })
  ]
}
