import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

/** Creates a folder that is removed after the file's tests. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-cli-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
