import { type CommandGroup, defineCommand } from "../../command/Command.ts"
import { flag, texts, time } from "../../command/options.ts"

/** The commands on events. */
export const eventCommands: CommandGroup = {
  name: "events",
  summary: "Follow events.",
  commands: [
    defineCommand({
      name: "events tail",
      summary: "Print events as they happen, until Ctrl-C.",
      needs: "either",
      arguments: {},
      options: {
        type: texts("Only this type. May be given several times.", { placeholder: "TYPE" }),
        from: time("Begin with events of this time. Now if absent."),
        once: flag("Print the events until now, and end.")
      },
      examples: [
        { run: "events tail", does: "Everything that happens." },
        {
          run: "events tail --type payment.declined --from 1h",
          does: "Declines since an hour ago."
        },
        {
          run: "events tail --from 1d --once --json",
          does: "A day, one JSON document a line."
        }
      ],
      load: async () => (await import("./tailEvents.ts")).tailEvents
    })
  ]
}
