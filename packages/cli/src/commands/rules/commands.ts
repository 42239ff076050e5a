import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { flag, requiredText, time } from "../../command/options.ts"

/** The commands on routing rules. */
export const ruleCommands: CommandGroup = {
  name: "rules",
  summary: "List routing rules, and try others on past attempts.",
  commands: [
    defineCommand({
      name: "rules list",
      summary: "List the routing rules in force, in their order.",
      needs: "database",
      arguments: {},
      options: {},
      examples: [{ run: "rules list --json", does: "The rules as JSON, to edit and simulate." }],
      load: async () => (await import("./listRules.ts")).listRules
    }),
    defineCommand({
      name: "rules simulate",
      summary: "Route past attempts again by the rules of a file. Nothing is written.",
      description:
        "The file has a JSON array of rules, as rules list --json prints them under data. All " +
        "accounts count as healthy. At most 1,000 attempts are routed. The abilities of " +
        "providers are not known here, so the currencies and methods of the accounts decide.",
      needs: "database",
      arguments: { file: requiredText("The rules, a JSON file.") },
      options: {
        since: time("Attempts of then or later. 30 days ago if absent."),
        all: flag("Print every attempt, not only those that would move.")
      },
      examples: [
        { run: "rules simulate rules.json --since 7d", does: "The attempts that would have moved." }
      ],
      load: async () => (await import("./simulateRules.ts")).simulateRules
    })
  ]
}
