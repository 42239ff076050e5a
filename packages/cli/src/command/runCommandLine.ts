import { CommanderError } from "commander"
import { note } from "../output/note.ts"
import type { Output } from "../output/Output.ts"
import { render } from "../output/render.ts"
import { safeJson } from "../output/safeText.ts"
import { buildProgram, type ReadCommand } from "./buildProgram.ts"
import type { Command, CommandGroup, ContextOf, Needs, Run, Surroundings } from "./Command.ts"
import { complaintOf } from "./complaintOf.ts"
import { exitCodes } from "./exitCodes.ts"
import { failureOf } from "./failureOf.ts"
import type { Interrupts } from "./Interrupts.ts"
import type { TargetOptions } from "./sharedOptions.ts"
import type { Terminal } from "./Terminal.ts"
import { versionOf } from "./versionOf.ts"

/** The program, and where it runs. */
export interface CommandLine {
  readonly args: ReadonlyArray<string>
  readonly terminal: Terminal
  readonly commands: ReadonlyArray<Command | CommandGroup>
  readonly interrupts: Interrupts
}

/** Runs a command line. Resolves to the exit code. It never rejects. */
export const runCommandLine = async (line: CommandLine): Promise<number> => {
  const { args, terminal, commands } = line
  let read: ReadCommand | null = null
  const program = buildProgram(commands, (given) => {
    read = given
  })
  try {
    if (args[0] === "complete" && args[1] === "--") {
      const { suggestionsFor } = await import("../commands/completion/suggestionsFor.ts")
      terminal.stdout.write(suggestionsFor(commands, args.slice(2)))
      return exitCodes.done
    }
    if (args.length === 1 && ["-v", "--version"].includes(args[0] ?? "")) {
      terminal.stdout.write(`${versionOf()}\n`)
      return exitCodes.done
    }
    program.parse(args, { from: "user" })
  } catch (error) {
    if (error instanceof CommanderError && error.code === "commander.helpDisplayed") {
      terminal.stdout.write(usageOf(line))
      return exitCodes.done
    }
    const complaint = complaintOf(error)
    if (complaint === null) throw error
    if (args.includes("--json")) {
      writeError(terminal, "usage", complaint)
      return exitCodes.usage
    }
    note(terminal, complaint)
    terminal.stdout.write(usageOf(line))
    return exitCodes.usage
  }
  return read === null ? exitCodes.usage : runRead(read, line)
}

/** Returns the help of the deepest command that the arguments name. */
const usageOf = ({ args, commands }: CommandLine): string => {
  let found = buildProgram(commands, () => undefined)
  for (const word of args) {
    const next = found.commands.find((each) => each.name() === word)
    if (next === undefined) break
    found = next
  }
  let text = ""
  found.configureOutput({
    writeOut: (part) => {
      text += part
    }
  })
  found.outputHelp()
  return text
}

const runRead = async (
  { command, values }: ReadCommand,
  { terminal, interrupts }: CommandLine
): Promise<number> => {
  const json = values.json === true
  const { signal } = interrupts
  const surroundings = { terminal, json, signal }
  try {
    const run = (await command.load()) as Run<typeof values, Needs>
    const code = await withContext(command, values, surroundings, async (context) => {
      interrupts.isHeard = command.hearsSignal === true
      const output = await run(values, context as never)
      interrupts.isHeard = output.kind === "stream" || output.kind === "pieces"
      const code = await render(output, terminal, json, signal)
      if (!json && isEmpty(output) && "target" in context && context.target.isModeAssumed()) {
        note(terminal, "This is test mode. --mode live or PAYLOOM_MODE=live reads live mode.")
      }
      return code
    })
    return signal.aborted ? exitCodes.interrupted : code
  } catch (error) {
    if (signal.aborted && command.hearsSignal === true) return exitCodes.interrupted
    const { reason, message, exitCode } = failureOf(error)
    if (json) writeError(terminal, reason, message)
    else note(terminal, message)
    return exitCode
  }
}

/** Writes a failure for a program that reads JSON. */
const writeError = ({ stdout }: Terminal, reason: string, message: string): void => {
  stdout.write(`${safeJson({ error: { reason, message } })}\n`)
}

const isEmpty = (output: Output): boolean =>
  output.kind === "table" && output.table.rows.length === 0

/** Opens what the command works on, and closes it after its output is printed. */
const withContext = async (
  { name, needs }: Command,
  values: TargetOptions,
  surroundings: Surroundings,
  use: (context: ContextOf[Needs]) => Promise<number>
): Promise<number> => {
  if (needs === "nothing") return use(surroundings)
  const { openTarget } = await import("../target/openTarget.ts")
  const target = await openTarget({ options: values, needs, command: name, ...surroundings })
  try {
    return await use({ ...surroundings, target })
  } finally {
    await target.close()
  }
}
