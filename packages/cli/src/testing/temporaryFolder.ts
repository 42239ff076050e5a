import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

/** A folder that is gone after a file's tests. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-cli-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
