import { watch } from "node:fs"
import { runProgram } from "./runProgram.ts"

/** A copy is killed within so many milliseconds after it first wrote to a store. */
const withinMs = 300

/**
 * Runs `payloom copy` in a folder several times, and kills each at a random moment after it first
 * wrote to a store in this folder. Resolves to how many were killed before they ended.
 */
export const killCopies = async (
  args: ReadonlyArray<string>,
  { folder, times }: { readonly folder: string; readonly times: number }
): Promise<number> => {
  let kills = 0
  for (let nth = 0; nth < times; nth++) if (await isKilled(args, folder)) kills += 1
  return kills
}

const isKilled = async (args: ReadonlyArray<string>, folder: string): Promise<boolean> => {
  let killing: NodeJS.Timeout | undefined
  const watcher = watch(folder)
  const { code } = await runProgram(args, {
    cwd: folder,
    onStart: (program) =>
      watcher.on("change", (_, name) => {
        if (name?.toString().endsWith("-wal") !== true) return
        killing ??= setTimeout(() => program.kill("SIGKILL"), withinMs * Math.random())
      })
  })
  clearTimeout(killing)
  watcher.close()
  return code === null
}
