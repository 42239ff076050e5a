import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { sqlite } from "@payloom/adapter-sqlite"
import { type CellsOptions, cells } from "@payloom/cells"
import type { storageAt } from "../storageAt.ts"

type Storages = Readonly<Record<string, ReturnType<typeof storageAt>>>

/** Returns the storages of {@link cellsSetup}. */
export const cellsStorages = (folder: string, storages: Storages = {}) => {
  const file = (name: string): Storages[string] => sqlite(join(folder, `${name}.db`))
  return {
    directory: file("directory"),
    cells: { a: file("a"), b: file("b"), c: file("c"), ...storages },
    placeTenant: () => "a"
  } satisfies CellsOptions<unknown>
}

/**
 * Returns a setup with the cells `a`, `b` and `c` in the files of a folder. New tenants get `a`.
 * `storages` replace those of the files.
 */
export const cellsSetup = (folder: string, storages: Storages = {}) => ({
  storage: cells(cellsStorages(folder, storages))
})

/** Writes a `setup.ts` into a folder, with the setup of the cells in this folder. */
export const writeCellsSetup = (folder: string): void =>
  writeFileSync(
    join(folder, "setup.ts"),
    `import { cellsSetup } from ${JSON.stringify(fileURLToPath(import.meta.url))}\n` +
      `export default () => cellsSetup(${JSON.stringify(folder)})\n`
  )
