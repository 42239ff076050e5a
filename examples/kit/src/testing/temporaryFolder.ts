import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Creates a folder for a test's databases. `remove` deletes it. */
export const temporaryFolder = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-example-"))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
