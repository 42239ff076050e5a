import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { flag, requiredText, text, whole } from "../../command/options.ts"

/** The commands on notifications of providers that could not be booked. */
export const notificationCommands: CommandGroup = {
  name: "notifications",
  summary: "List notifications of providers that could not be booked, and dismiss them.",
  commands: [
    defineCommand({
      name: "notifications list",
      summary: "List the notifications of an account that could not be booked, newest first.",
      needs: "database",
      arguments: {},
      options: {
        status: text("Only notifications in this status.", {
          placeholder: "STATUS",
          choices: ["kept", "booked", "dismissed"]
        }),
        limit: whole("The number of notifications.", { least: 1, most: 1000, otherwise: 20 })
      },
      examples: [
        { run: "notifications list --status kept --mode live", does: "Those that still wait." }
      ],
      load: async () => (await import("./listNotifications.ts")).listNotifications
    }),
    defineCommand({
      name: "notifications dismiss",
      summary: "Close a notification without booking it. Refunds no longer wait for it.",
      needs: "database",
      records: "notifications.dismiss",
      arguments: { notification: requiredText("The id of a notification, notice_….") },
      options: { yes: flag("Don't ask.") },
      examples: [{ run: "notifications dismiss notice_01…", does: "It is not tried again." }],
      load: async () => (await import("./dismissNotification.ts")).dismissNotification
    })
  ]
}
