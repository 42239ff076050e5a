import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { cells } from "@payloom/cells"
import type { storageAt } from "../storageAt.ts"

/**
 * Returns a setup with the cells `a`, `b` and `c` in the files of a folder. New tenants get `a`.
 * `storages` replace those of the files.
 */
export const cellsSetup = (
  folder: string,
  storages: Readonly<Record<string, ReturnType<typeof storageAt>>> = {}
) => {
  const file = (name: string) => sqlite(join(folder, `${name}.db`))
  return {
    storage: cells({
      directory: file("directory"),
      cells: { a: file("a"), b: file("b"), c: file("c"), ...storages },
      placeTenant: () => "a"
    })
  }
}
