import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { requiredText, text, time, whole } from "../../command/options.ts"

const alert = requiredText("The id of an alert, alert_….")

/** The commands on alerts. */
export const alertCommands: CommandGroup = {
  name: "alerts",
  summary: "List alerts for operators, take them and resolve them.",
  commands: [
    defineCommand({
      name: "alerts list",
      summary: "List the alerts of an account, newest first.",
      needs: "database",
      arguments: {},
      options: {
        state: text("Only alerts in this state.", {
          placeholder: "STATE",
          choices: ["open", "taken", "resolved"]
        }),
        from: time("Only alerts of then or later."),
        limit: whole("The number of alerts.", { least: 1, most: 1000, otherwise: 20 })
      },
      examples: [
        { run: "alerts list --state open --mode live", does: "The alerts that nobody has taken." },
        { run: "alerts list --from 7d", does: "The alerts of a week." }
      ],
      load: async () => (await import("./listAlerts.ts")).listAlerts
    }),
    defineCommand({
      name: "alerts take",
      summary: "Take an alert, so that others see who looks at it.",
      needs: "database",
      records: "alerts.take",
      arguments: { alert },
      options: {},
      examples: [{ run: "alerts take alert_01…", does: "The alert is yours." }],
      load: async () => (await import("./changeAlert.ts")).takeAlert
    }),
    defineCommand({
      name: "alerts resolve",
      summary: "Resolve an alert.",
      needs: "database",
      records: "alerts.resolve",
      arguments: { alert },
      options: { note: text("The cause and the remedy, which are stored.") },
      examples: [
        { run: 'alerts resolve alert_01… --note "The key had expired."', does: "It is done." }
      ],
      load: async () => (await import("./changeAlert.ts")).resolveAlert
    }),
    defineCommand({
      name: "alerts reopen",
      summary: "Make an alert open again, so that nobody has taken it.",
      needs: "database",
      records: "alerts.reopen",
      arguments: { alert },
      options: {},
      examples: [{ run: "alerts reopen alert_01…", does: "Somebody else may take it." }],
      load: async () => (await import("./changeAlert.ts")).reopenAlert
    })
  ]
}
