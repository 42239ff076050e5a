import { RootCommand } from "@bomb.sh/tab"
import { flagOf, optionsOf } from "../../command/buildProgram.ts"
import type { Command, CommandGroup } from "../../command/Command.ts"
import type { Parameter } from "../../command/options.ts"
import { printedBy } from "./printedBy.ts"

/** Returns the suggestions of a shell for the words that were typed, as its script expects them. */
export const suggestionsFor = (
  entries: ReadonlyArray<Command | CommandGroup>,
  words: ReadonlyArray<string>
): string => {
  const root = new RootCommand()
  for (const entry of entries) {
    if ("commands" in entry) {
      root.command(entry.name, entry.summary)
      for (const command of entry.commands) addCommand(root, command)
    } else addCommand(root, entry)
  }
  return printedBy(() => root.parse([...words]))
}

const addCommand = (root: RootCommand, command: Command): void => {
  const own = root.command(command.name, command.summary)
  for (const [name, { choices }] of Object.entries(command.arguments)) {
    own.argument(name, (complete) => {
      for (const choice of choices) complete(choice, "")
    })
  }
  for (const [name, parameter] of Object.entries(optionsOf(command))) {
    addOption(own, flagOf(name).slice(2), parameter)
  }
}

const addOption = (
  command: ReturnType<RootCommand["command"]>,
  name: string,
  { summary, placeholder, choices }: Parameter<unknown>
): void => {
  if (placeholder === null) command.option(name, summary)
  else {
    command.option(name, summary, (complete) => {
      for (const choice of choices) complete(choice, "")
    })
  }
}
