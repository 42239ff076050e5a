import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { manifestOf, type Recipe } from "./recipes.ts"

/** A copy of a recipe in a folder with installed packages. */
export interface Copy {
  readonly recipe: Recipe
  readonly folder: string
  readonly port: number
  /** The `PATH` of its programs. */
  readonly programs: string
}

/** A script that runs. */
export interface Running {
  readonly child: ChildProcess
  /** Returns what it wrote until now. */
  readonly output: () => string
}

/** Options of a test runner and of other tools must not reach the programs of a recipe. */
const inherited = (): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS, NODE_COMPILE_CACHE, NODE_ENV, VITEST, ...others } = process.env
  return others
}

/** Starts a script of a recipe's package.json without npm, which would take its signals. */
export const startScript = (copy: Copy, name: string): Running => {
  const words = (manifestOf(copy.recipe).scripts[name] ?? "").split(" ")
  const isSetting = (word: string): boolean => /^[A-Z_]+=/.test(word)
  const [command = "", ...args] = words.filter((word) => !isSetting(word))
  const settings = words.filter(isSetting).map((word) => word.split("="))
  const child = spawn(command, args, {
    cwd: copy.folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...inherited(),
      ...Object.fromEntries(settings),
      PATH: copy.programs,
      PORT: String(copy.port),
      NO_COLOR: "1",
      NEXT_TELEMETRY_DISABLED: "1",
      DENO_NO_UPDATE_CHECK: "1"
    }
  })
  const written: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => written.push(text))
  }
  child.on("error", (error) => written.push(String(error)))
  return { child, output: () => written.join("") }
}

/** Runs a script of a recipe to its end. Rejects with its output if it fails. */
export const runScript = async (copy: Copy, name: string): Promise<void> => {
  const { child, output } = startScript(copy, name)
  const code = await endOf(child)
  if (code !== 0) throw new Error(`${copy.recipe}: ${name} ended with ${code}.\n${output()}`)
}

/** Resolves to the exit code of a program, or to the name of the signal that ended it. */
export const endOf = async (child: ChildProcess): Promise<number | string> => {
  if (child.exitCode === null && child.signalCode === null) {
    await Promise.race([once(child, "exit"), once(child, "error")])
  }
  return child.exitCode ?? child.signalCode ?? "an error"
}
