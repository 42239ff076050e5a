import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { type SharedSetup, setupVariable } from "./bankSetups.ts"

const program = fileURLToPath(new URL("../../../packages/cli/src/main.ts", import.meta.url))
const setup = fileURLToPath(new URL("./payloom.setup.ts", import.meta.url))

/** The end of a child process. `code` is null if it was killed. */
interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of `payloom` in a process of its own. Kills it after a time if that is given. */
const payloom = async (
  args: ReadonlyArray<string>,
  shared: SharedSetup,
  killAfterMs?: number
): Promise<Ended> => {
  // The setup's module and the command have to load the same packages.
  const env = { ...process.env, NODE_OPTIONS: "", [setupVariable]: JSON.stringify(shared) }
  const child = spawn(process.execPath, ["--conditions=source", program, ...args], { env })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk) => {
    stdout += chunk
  })
  child.stderr.on("data", (chunk) => {
    stderr += chunk
  })
  const timer =
    killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs)
  const [code] = await once(child, "close")
  clearTimeout(timer)
  return { code, stdout, stderr }
}

/** A command to run until it succeeds, and how often it is killed before. */
export interface Stubborn {
  readonly args: ReadonlyArray<string>
  readonly shared: SharedSetup
  readonly kills: number
  /** Called after each kill. */
  readonly afterKill?: () => void
}

/** The JSON of a command that was refused. */
interface Failed {
  readonly error?: { readonly reason: string }
}

/** The command of the reconciliation. */
export const reconcileArgs = ["reconcile", "--with-providers", "--setup", setup, "--json"]

/**
 * Runs a command that is killed at random times, and then to its end. Returns its JSON and the
 * number of kills. The first run measures nothing: later ones are killed within its usual time.
 */
export const runStubbornly = async <Result>({
  args,
  shared,
  kills,
  afterKill
}: Stubborn): Promise<{ readonly result: Result; readonly killed: number }> => {
  let killed = 0
  for (let nth = 0; nth < kills; nth++) {
    // A process needs most of a second to load, so later times hit its work.
    const { code } = await payloom(args, shared, 700 + Math.random() * 900)
    if (code !== null) break
    killed += 1
    afterKill?.()
  }
  const { code, stdout, stderr } = await payloom(args, shared)
  const answer = JSON.parse(stdout === "" ? "{}" : stdout) as Result & Failed
  // A killed process may have done its work before.
  if (code !== 0 && code !== 3 && answer.error?.reason !== "target_taken") {
    throw new Error(`payloom ${args[0]} ended with ${code}: ${stdout}${stderr}`)
  }
  return { result: answer, killed }
}
