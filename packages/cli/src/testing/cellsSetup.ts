import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { cells } from "@payloom/cells"

/**
 * Returns a setup with the cells `a`, `b` and `c` in the files of a folder. New tenants get `a`.
 */
export const cellsSetup = (folder: string) => {
  const file = (name: string) => sqlite(join(folder, `${name}.db`))
  return {
    storage: cells({
      directory: file("directory"),
      cells: { a: file("a"), b: file("b"), c: file("c") },
      placeTenant: () => "a"
    })
  }
}
