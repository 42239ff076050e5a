import { spawn } from "node:child_process"
import { once } from "node:events"
import { watch } from "node:fs"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../main.ts", import.meta.url))

/**
 * Runs `payloom copy` in a folder, and kills it so many milliseconds after it first wrote to a
 * store in this folder. Resolves to whether it was killed before it ended.
 */
export const killedCopying = async (
  args: ReadonlyArray<string>,
  { folder, afterMs }: { readonly folder: string; readonly afterMs: number }
): Promise<boolean> => {
  let killing: NodeJS.Timeout | undefined
  const watcher = watch(folder)
  const child = spawn(process.execPath, ["--conditions=source", main, ...args], { cwd: folder })
  watcher.on("change", (_, name) => {
    if (name?.toString().endsWith("-wal") === true) {
      killing ??= setTimeout(() => child.kill("SIGKILL"), afterMs)
    }
  })
  const [code] = await once(child, "close")
  clearTimeout(killing)
  watcher.close()
  return code === null
}
