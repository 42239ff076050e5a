import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Fingerprints, fingerprintReader, sha256 } from "./fingerprints.ts"
import type { Picture } from "./pictures.ts"

/** The folder of the pictures. */
export const pictureFolder = "docs/screenshots"

/** The path of a picture in the repository. */
export const pathOf = ({ name }: Pick<Picture, "name">): string => `${pictureFolder}/${name}.png`

const lockFile = `${pictureFolder}/lock.json`

/** Hashes from the time at which the pictures were taken. */
interface Lock {
  /** A hash of each picture. */
  readonly pictures: Fingerprints
  /** Hashes of all files that the pictures show. */
  readonly shown: Fingerprints
}

/**
 * Writes the hashes of the pictures and of all files that they show. Pictures that were not taken
 * keep their hashes, and so do the files that they show.
 */
export const writeLock = async (
  root: string,
  pictures: ReadonlyArray<Picture>,
  notTaken: ReadonlyArray<Picture> = []
): Promise<void> => {
  const { of } = fingerprintReader(root)
  const before = readLock(root)
  const all = async (some: ReadonlyArray<Picture>): Promise<Fingerprints> =>
    Object.assign({}, ...(await Promise.all(some.map(of))))
  const others = Object.keys(await all(notTaken)).flatMap((file) => {
    const hash = before.shown[file]
    return hash === undefined ? [] : [[file, hash] as const]
  })
  const shown = { ...(await all(pictures)), ...Object.fromEntries(others) }
  const taken = [
    ...pictures.map((picture) => [picture.name, hashOfPicture(root, picture)] as const),
    ...notTaken.map(({ name }) => [name, before.pictures[name] ?? ""] as const)
  ]
  const lock = { pictures: Object.fromEntries(taken.toSorted(byName)), shown: sorted(shown) }
  writeFileSync(join(root, lockFile), `${JSON.stringify(lock, null, 2)}\n`)
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : 1

/** Returns a sentence for each picture that is missing, or older than what it shows. */
export const olderThanShown = async (
  root: string,
  pictures: ReadonlyArray<Picture>
): Promise<ReadonlyArray<string>> => {
  const lock = readLock(root)
  const { of } = fingerprintReader(root)
  const found = pictures.map(async (picture) => {
    const path = pathOf(picture)
    if (!existsSync(join(root, path))) return [`${path} is missing.`]
    if (hashOfPicture(root, picture) !== lock.pictures[picture.name]) {
      return [`${path} is not the picture that \`npm run pictures\` took.`]
    }
    const changed = Object.entries(await of(picture))
      .filter(([file, hash]) => lock.shown[file] !== hash)
      .map(([file]) => file)
    return changed.length === 0 ? [] : [`${path} is older than what it shows: ${listed(changed)}`]
  })
  return (await Promise.all(found)).flat()
}

const mostNames = 3

const listed = (files: ReadonlyArray<string>): string => {
  const names = files.slice(0, mostNames).join(", ")
  const rest = files.length - mostNames
  return `${names}${rest > 0 ? ` and ${rest} more` : ""} changed.`
}

const readLock = (root: string): Lock => {
  const file = join(root, lockFile)
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { pictures: {}, shown: {} }
}

const hashOfPicture = (root: string, picture: Picture): string =>
  sha256(readFileSync(join(root, pathOf(picture))))

const sorted = (fingerprints: Fingerprints): Fingerprints =>
  Object.fromEntries(Object.entries(fingerprints).toSorted())
