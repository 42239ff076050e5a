import { Argument, Command as Commander, Option } from "commander"
import type { Command, CommandGroup } from "./Command.ts"
import type { Parameter, Parameters } from "./options.ts"
import { sharedOptions } from "./sharedOptions.ts"
import { UsageError } from "./UsageError.ts"

/** A command with its values, as they were read from the command line. */
export interface ReadCommand {
  readonly command: Command
  /** The values of arguments and options by name, also of the common options. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The name of an option on the command line: `--created-from` for `createdFrom`. */
export const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The name of an argument in help: `PAYMENT` for `payment`. */
export const argumentName = (name: string): string => name.toUpperCase()

/** All options of a command, with those that every command of its kind has. */
export const optionsOf = ({ options, needs }: Command): Parameters => ({
  ...options,
  ...sharedOptions[needs]
})

/**
 * Builds the program of all commands. `onCommand` is called with the command that was given. The
 * program prints nothing and does not end the process. `parse` throws commander's errors and
 * `UsageError`.
 */
export const buildProgram = (
  entries: ReadonlyArray<Command | CommandGroup>,
  onCommand: (read: ReadCommand) => void
): Commander => {
  const program = quiet(new Commander("payloom"))
    .description("Operates Payloom: looks into payments, follows events, checks a deployment.")
    .option("-v, --version", "Print the version.")
    .addHelpText("after", "\nRun payloom COMMAND --help for a command's options and examples.")
  for (const entry of entries) {
    if (!("commands" in entry)) {
      program.addCommand(commanderOf(entry, entry.name, onCommand))
      continue
    }
    const group = quiet(new Commander(entry.name)).summary(entry.summary).description(entry.summary)
    for (const command of entry.commands) {
      group.addCommand(commanderOf(command, lastWord(command.name), onCommand))
    }
    program.addCommand(group)
  }
  return program
}

const lastWord = (name: string): string => name.split(" ").at(-1) ?? name

const quiet = (commander: Commander): Commander =>
  commander
    .exitOverride()
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    .configureHelp({ showGlobalOptions: false })
    .helpOption("-h, --help", "Show this text.")
    .helpCommand(false)
    .allowExcessArguments(true)

const commanderOf = (
  command: Command,
  word: string,
  onCommand: (read: ReadCommand) => void
): Commander => {
  const own = quiet(new Commander(word))
    .summary(command.summary)
    .description(
      [command.summary, command.description, recordedText(command)].filter(Boolean).join("\n\n")
    )
    .usage([...Object.entries(command.arguments).map(shownArgument), "[options]"].join(" "))
  for (const [name, parameter] of Object.entries(command.arguments)) {
    own.addArgument(new Argument(shownArgument([name, parameter]), parameter.summary))
  }
  for (const [name, parameter] of Object.entries(optionsOf(command))) {
    own.addOption(optionOf(name, parameter))
  }
  for (const name of Object.keys(command.refuses ?? {})) {
    own.addOption(new Option(`${flagOf(name)} [VALUE]`).hideHelp())
  }
  own.addHelpText("after", examplesOf(command))
  own.action(() => onCommand({ command, values: valuesOf(command, own) }))
  return own
}

/** The sentence on the audit log. Undefined for a command that changes no account. */
export const recordedText = ({ records }: Pick<Command, "records">): string | undefined =>
  records === undefined
    ? undefined
    : `The audit log gets your user of this machine, with ${records}.`

const shownArgument = ([name, { required }]: readonly [string, Parameter<unknown>]): string =>
  required ? `<${argumentName(name)}>` : `[${argumentName(name)}]`

const optionOf = (name: string, { placeholder, summary, choices }: Parameter<unknown>): Option => {
  const value = placeholder === null ? "" : ` <${placeholder}>`
  const known = choices.length === 0 ? "" : ` One of ${choices.join(", ")}.`
  return new Option(`${flagOf(name)}${value}`, `${summary}${known}`).argParser<Array<string>>(
    (given, before) => [...(Array.isArray(before) ? before : []), given]
  )
}

const examplesOf = ({ examples }: Command): string =>
  ["\nExamples:", ...examples.map(({ run, does }) => `  payloom ${run}\n      ${does}`)].join("\n")

const valuesOf = (command: Command, own: Commander): Readonly<Record<string, unknown>> => {
  const positions = Object.entries(command.arguments)
  const extra = own.args[positions.length]
  if (extra !== undefined) {
    const takes =
      positions.length === 0
        ? "only options"
        : `only ${positions.map(([name]) => argumentName(name)).join(" and ")}`
    throw new UsageError(`${command.name} takes ${takes}, not ${extra.slice(0, 40)}.`)
  }
  const given: Readonly<Record<string, unknown>> = own.opts()
  for (const [name, remedy] of Object.entries(command.refuses ?? {})) {
    if (given[name] !== undefined) throw new UsageError(remedy)
  }
  return Object.fromEntries([
    ...positions.map(([name, parameter], nth) => {
      const text = own.args[nth]
      return [name, parameter.read(text === undefined ? [] : [text], argumentName(name))]
    }),
    ...Object.entries(optionsOf(command)).map(([name, parameter]) => [
      name,
      parameter.read(textsOf(given[name]), flagOf(name))
    ])
  ])
}

const textsOf = (given: unknown): ReadonlyArray<string> => {
  if (Array.isArray(given)) return given.map(String)
  return given === true ? ["true"] : []
}
