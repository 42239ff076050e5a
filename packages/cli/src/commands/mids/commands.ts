import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { flag, requiredText } from "../../command/options.ts"

const mid = requiredText("The id of a merchant account, mid_….")

/** The commands on merchant accounts. */
export const midCommands: CommandGroup = {
  name: "mids",
  summary: "List, pause and resume merchant accounts at providers.",
  commands: [
    defineCommand({
      name: "mids list",
      summary: "List the merchant accounts.",
      needs: "database",
      arguments: {},
      options: {},
      examples: [{ run: "mids list --mode live", does: "The accounts of live mode." }],
      load: async () => (await import("./listMids.ts")).listMids
    }),
    defineCommand({
      name: "mids show",
      summary: "Show a merchant account.",
      needs: "database",
      arguments: { mid },
      options: {},
      examples: [{ run: "mids show mid_01…", does: "Its currencies, methods and fee." }],
      load: async () => (await import("./listMids.ts")).showMid
    }),
    defineCommand({
      name: "mids pause",
      summary: "Stop routing to a merchant account. Charges in flight are finished.",
      needs: "database",
      records: "routing.updateMid",
      arguments: { mid },
      options: { yes: flag("Don't ask.") },
      examples: [{ run: "mids pause mid_01…", does: "No new charge goes to this account." }],
      load: async () => (await import("./switchMid.ts")).pauseMid
    }),
    defineCommand({
      name: "mids resume",
      summary: "Route to a merchant account again.",
      needs: "database",
      records: "routing.updateMid",
      arguments: { mid },
      options: {},
      examples: [{ run: "mids resume mid_01…", does: "Charges go to this account again." }],
      load: async () => (await import("./switchMid.ts")).resumeMid
    })
  ]
}
