/** The size of a change, from the smallest. */
const sizes = ["patch", "minor", "major"] as const

/** The size of a release. */
export type ReleaseSize = (typeof sizes)[number]

/** Returns the largest size that changesets name, or null if there are none. */
export const sizeOf = (changesets: ReadonlyArray<string>): ReleaseSize | null =>
  changesets
    .flatMap((text) => [...text.matchAll(/^"[^"]+": (patch|minor|major)$/gm)])
    .reduce<ReleaseSize | null>((largest, [, found]) => {
      const size = sizes.find((each) => each === found) ?? "patch"
      return largest === null || sizes.indexOf(size) > sizes.indexOf(largest) ? size : largest
    }, null)

/** Returns the next version. All packages have the same one, so there is one for all. */
export const nextVersion = (version: string, size: ReleaseSize): string => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number)
  if (size === "major") return `${major + 1}.0.0`
  return size === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** Returns a package.json whose ranges of Payloom's packages begin at a version. */
export const rangesAt = (manifest: string, version: string): string =>
  manifest.replaceAll(/("@payloom\/[a-z-]+": )"\^[^"]+"/g, `$1"^${version}"`)
