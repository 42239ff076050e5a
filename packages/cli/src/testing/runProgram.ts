import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../main.ts", import.meta.url))

interface ProgramOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  /** Called with the process once it has started, such as to kill it later. */
  readonly onStart?: (program: ChildProcessWithoutNullStreams) => void
}

/** Runs `payloom` as a shell does. Its code is null if a signal ended it. */
export const runProgram = async (
  args: ReadonlyArray<string>,
  { cwd, env = process.env, onStart }: ProgramOptions
): Promise<{
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}> => {
  const program = spawn(process.execPath, ["--conditions=source", main, ...args], { cwd, env })
  let stdout = ""
  let stderr = ""
  program.stdout.on("data", (chunk) => {
    stdout += chunk
  })
  program.stderr.on("data", (chunk) => {
    stderr += chunk
  })
  onStart?.(program)
  const [code] = await once(program, "close")
  return { code, stdout, stderr }
}
