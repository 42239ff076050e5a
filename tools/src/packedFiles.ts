import type { Manifest } from "./workspace.ts"

/** A package as users get it: everything that can be checked without running it. */
export interface Packed {
  readonly manifest: Manifest
  /** The package's folder in the repository, such as packages/core. */
  readonly folder: string
  /** Paths in the tarball, below `package/`. */
  readonly files: ReadonlyArray<string>
}

const wantedFiles = ["README.md", "LICENSE"]

/** Returns a sentence for each thing that a user on npm looks for and the package lacks. */
export const lacks = ({ manifest, folder, files }: Packed): ReadonlyArray<string> => {
  const { name, repository, homepage, bugs, author, funding, keywords = [] } = manifest
  const holds = {
    "a repository": repository !== undefined && /^git\+https:/.test(repository.url),
    [`${folder} as the directory of its repository`]: repository?.directory === folder,
    "a homepage": homepage !== undefined,
    "an address for bugs": bugs !== undefined,
    "an author": author !== undefined,
    "an address for funding": funding !== undefined,
    "three keywords": keywords.length >= 3
  }
  return [
    ...wantedFiles.filter((file) => !files.includes(file)).map((file) => `${name} lacks ${file}.`),
    ...Object.entries(holds).flatMap(([what, holdsIt]) =>
      holdsIt ? [] : [`The package.json of ${name} lacks ${what}.`]
    )
  ]
}
