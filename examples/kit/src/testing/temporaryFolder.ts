import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A folder for one test's databases, and how to be rid of it. */
export const temporaryFolder = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-example-"))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
