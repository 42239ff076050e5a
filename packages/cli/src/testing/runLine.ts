import { Interrupts } from "../command/Interrupts.ts"
import { runCommandLine } from "../command/runCommandLine.ts"
import type { OutputStream } from "../command/Terminal.ts"
import { allCommands } from "../commands/allCommands.ts"

/** How a test runs a command line. */
export interface LineOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** The terminal's columns. Without them the output is a pipe. */
  readonly columns?: number
  readonly input?: NodeJS.ReadableStream | null
  readonly interrupts?: Interrupts
  /** Called with each part that is written to the output. */
  readonly onWrite?: (text: string) => void
}

/** The result of a command line. */
export interface LineResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in this process, with a terminal of its own. */
export const runLine = async (
  args: ReadonlyArray<string>,
  { env = {}, cwd = ".", columns, input = null, interrupts, onWrite }: LineOptions = {}
): Promise<LineResult> => {
  const written = { stdout: "", stderr: "" }
  const streamOf = (name: keyof typeof written): OutputStream => ({
    write: (text) => {
      written[name] += text
      if (name === "stdout") onWrite?.(text)
    },
    ...(columns === undefined ? {} : { isTTY: true, columns })
  })
  const code = await runCommandLine({
    args,
    commands: allCommands,
    interrupts: interrupts ?? new Interrupts(),
    terminal: { stdout: streamOf("stdout"), stderr: streamOf("stderr"), input, env, cwd }
  })
  return { code, ...written }
}
