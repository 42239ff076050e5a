/** The parts of an entry of package-lock.json that say what a package brings. */
interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The entries of package-lock.json, by their paths. */
export type Lock = Readonly<Record<string, LockedPackage>>

/** A package that users install together with a published one. */
export interface Brought {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** The checksum of its tarball, as npm writes it. */
  readonly integrity?: string
}

/** Licences that allow use in software whose source is not published. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense"
])

/** Returns true if one of the alternatives of an SPDX expression is allowed. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => allowed.has(part)))

/** Returns the path of a dependency, as Node finds it from the folder of a package. */
const pathOf = (lock: Lock, from: string, name: string): string | null => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = `${folder}${folder === "" ? "" : "/"}node_modules/${name}`
    if (path in lock) return path
    if (folder === "") return null
  }
}

/**
 * Returns all packages that users install with the packages in these folders, directly or through
 * others. Optional peers are not among them, and neither are the packages of this repository.
 */
export const broughtBy = (lock: Lock, folders: ReadonlyArray<string>): ReadonlyArray<Brought> => {
  const seen = new Set<string>()
  const waiting = [...folders]
  const found: Array<Brought> = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const entry = lock[path] ?? {}
    if (entry.link === true) {
      waiting.push(entry.resolved ?? "")
      continue
    }
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
    if (path.includes("node_modules/")) {
      const { version = "", license: licence = "none", integrity } = entry
      found.push({ name, version, licence, ...(integrity === undefined ? {} : { integrity }) })
    }
    for (const needed of neededBy(entry)) {
      const at = pathOf(lock, path, needed)
      if (at !== null) waiting.push(at)
    }
  }
  const sortKey = ({ name, version }: Brought): string => `${name} ${version}`
  return found.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
}

const neededBy = (entry: LockedPackage): ReadonlyArray<string> => {
  const { dependencies, optionalDependencies, peerDependencies = {} } = entry
  const peers = Object.keys(peerDependencies).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true
  )
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}
