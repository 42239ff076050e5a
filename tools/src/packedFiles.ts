import type { Manifest } from "./workspace.ts"

/** What a package's users get, as far as it can be told without running it. */
export interface Packed {
  readonly manifest: Manifest
  /** Its folder in the repository, such as packages/core. */
  readonly folder: string
  /** Paths in its tarball, below `package/`. */
  readonly files: ReadonlyArray<string>
}

const wantedFiles = ["README.md", "LICENSE"]

/** What a package lacks that whoever finds it on npm looks for, a sentence each. */
export const lacks = ({ manifest, folder, files }: Packed): ReadonlyArray<string> => {
  const { name, repository, homepage, bugs } = manifest
  const holds = {
    "a repository": repository !== undefined && /^git\+https:/.test(repository.url),
    [`${folder} as the directory of its repository`]: repository?.directory === folder,
    "a homepage": homepage !== undefined,
    "an address for bugs": bugs !== undefined
  }
  return [
    ...wantedFiles.filter((file) => !files.includes(file)).map((file) => `${name} lacks ${file}.`),
    ...Object.entries(holds).flatMap(([what, holdsIt]) =>
      holdsIt ? [] : [`The package.json of ${name} lacks ${what}.`]
    )
  ]
}
