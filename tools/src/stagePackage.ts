import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { PublishedPackage } from "./workspace.ts"

/** The entry of a package in its `exports`. */
type Entry = Readonly<Record<string, string>>

/** The parts of a package.json that change when the package is published. */
interface Publishing {
  readonly files: ReadonlyArray<string>
  readonly exports?: Readonly<Record<string, Entry>>
  readonly devDependencies?: unknown
}

/**
 * Returns the package.json that is published. Its exports lack the condition `source`, because the
 * sources aren't in the package, and a user's own project may have a condition of that name.
 */
export const publishedManifest = <M extends Publishing>({
  devDependencies: _,
  ...manifest
}: M): Omit<M, "devDependencies"> => {
  const { exports } = manifest as unknown as Publishing
  if (exports === undefined) return manifest
  const published = Object.entries(exports).map(([path, { source: __, ...entry }]) => [path, entry])
  return { ...manifest, exports: Object.fromEntries(published) }
}

/** Copies the files of a built package into a folder, from which npm packs them. */
export const stagePackage = ({ folder }: PublishedPackage, staged: string): void => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Publishing
  const text = JSON.stringify(publishedManifest(manifest), null, 2)
  writeFileSync(join(staged, "package.json"), `${text}\n`)
  for (const name of [...manifest.files, "README.md", "LICENSE"]) {
    const path = join(folder, name)
    if (existsSync(path)) cpSync(path, join(staged, name), { recursive: true })
  }
}
