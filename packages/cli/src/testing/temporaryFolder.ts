import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, onTestFinished, TestRunner } from "vitest"

/** Creates a folder that is removed after the present test, or else after the file's tests. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-cli-"))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove)
  else onTestFinished(remove)
  return folder
}

/** Returns a function that creates folders. All are removed as {@link temporaryFolder} says. */
export const temporaryFolders = (): (() => string) => {
  const root = temporaryFolder()
  let count = 0
  return () => {
    const folder = join(root, `${count++}`)
    mkdirSync(folder)
    return folder
  }
}
