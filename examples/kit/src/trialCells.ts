import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import type { CellsOptions } from "@payloom/cells"

/** Returns the options of some cells in the files of a folder. New tenants get the first one. */
export const trialCells = (folder: string, count: number) => {
  const file = (name: string) => sqlite(join(folder, `${name}.db`))
  const names = cellNames(count)
  return {
    directory: file("directory"),
    cells: Object.fromEntries(names.map((name) => [name, file(name)])),
    placeTenant: () => names[0] ?? ""
  } satisfies CellsOptions<unknown>
}

/** Returns the names of some cells, in their order. */
export const cellNames = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, nth) => `cell-${nth + 1}`)
