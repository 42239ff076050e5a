import { argumentName, flagOf, optionsOf, recordedText } from "./command/buildProgram.ts"
import type { Command, Example } from "./command/Command.ts"
import type { Parameter } from "./command/options.ts"
import { allCommands } from "./commands/allCommands.ts"

/** An argument or an option as documents describe it. */
export interface DocumentedParameter {
  /** How it is written, such as `--limit NUMBER`. */
  readonly shown: string
  readonly summary: string
  /** The values that it takes. Empty for any value. */
  readonly choices: ReadonlyArray<string>
}

/** A command as its documents describe it. */
export interface DocumentedCommand {
  /** The words after `payloom`. */
  readonly name: string
  /** The arguments, such as `<PAYMENT>`. */
  readonly usage: string
  readonly summary: string
  /** More sentences. Empty if there are none. */
  readonly description: string
  /** The sentence on the entry in the audit log. Empty if the command changes no account. */
  readonly recorded: string
  /** The arguments and options, as they are written, with their meanings. */
  readonly parameters: ReadonlyArray<DocumentedParameter>
  readonly examples: ReadonlyArray<Example>
}

/** Returns every command with its arguments, options and examples, for documents. */
export const commandReference = (): ReadonlyArray<DocumentedCommand> =>
  allCommands.flatMap((entry) => ("commands" in entry ? entry.commands : [entry])).map(documented)

const documented = (command: Command): DocumentedCommand => {
  const positions = Object.entries(command.arguments)
  const shownOf = (name: string, { required }: Parameter<unknown>) =>
    required ? `<${argumentName(name)}>` : `[${argumentName(name)}]`
  return {
    name: command.name,
    usage: positions.map(([name, parameter]) => shownOf(name, parameter)).join(" "),
    summary: command.summary,
    description: command.description ?? "",
    recorded: recordedText(command) ?? "",
    parameters: [
      ...positions.map(([name, parameter]) => ({
        shown: argumentName(name),
        summary: parameter.summary,
        choices: parameter.choices
      })),
      ...Object.entries(optionsOf(command)).map(([name, parameter]) => ({
        shown: [flagOf(name), parameter.placeholder].filter((part) => part !== null).join(" "),
        summary: parameter.summary,
        choices: parameter.choices
      }))
    ],
    examples: command.examples
  }
}
