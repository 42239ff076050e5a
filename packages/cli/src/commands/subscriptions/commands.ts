import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { requiredText, whole } from "../../command/options.ts"

/** The commands on subscriptions. */
export const subscriptionCommands: CommandGroup = {
  name: "subscriptions",
  summary: "Show subscriptions.",
  commands: [
    defineCommand({
      name: "subscriptions show",
      summary: "Show a subscription and its latest billing cycles.",
      needs: "either",
      arguments: { subscription: requiredText("The id of a subscription, sub_….") },
      options: {
        cycles: whole("The number of billing cycles, the latest ones.", {
          least: 0,
          most: 1000,
          otherwise: 12
        })
      },
      examples: [
        { run: "subscriptions show sub_01…", does: "Its status, and what is charged next." }
      ],
      load: async () => (await import("./showSubscription.ts")).showSubscription
    })
  ]
}
