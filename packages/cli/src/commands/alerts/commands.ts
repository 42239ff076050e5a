import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { time, whole } from "../../command/options.ts"

/** The commands on alerts. */
export const alertCommands: CommandGroup = {
  name: "alerts",
  summary: "List alerts for operators.",
  commands: [
    defineCommand({
      name: "alerts list",
      summary: "List the alerts of an account, newest first.",
      needs: "database",
      arguments: {},
      options: {
        from: time("Only alerts of then or later."),
        limit: whole("The number of alerts.", { least: 1, most: 1000, otherwise: 20 })
      },
      examples: [{ run: "alerts list --from 7d --mode live", does: "The alerts of a week." }],
      load: async () => (await import("./listAlerts.ts")).listAlerts
    })
  ]
}
