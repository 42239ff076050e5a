import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { build, type Loader, type Plugin, transform } from "esbuild"
import type { Picture } from "./pictures.ts"

/** Hashes of files, by path in the repository or by package name. */
export type Fingerprints = Readonly<Record<string, string>>

/** Reads the files that pictures depend on. A file that many pictures share is read once. */
export interface FingerprintReader {
  /**
   * Returns a hash for each file that a picture depends on. Comments, types, line breaks and tests
   * don't count, nor do the texts of languages that the picture doesn't show. A package of the
   * registry that browsers load counts by its version.
   */
  readonly of: (picture: Picture) => Promise<Fingerprints>
}

/** Reads the files of a repository as they are now. */
export const fingerprintReader = (root: string): FingerprintReader => {
  const bundled = once((entries: string) => bundledFiles(root, entries.split("\n").filter(Boolean)))
  const hash = once((path: string) => hashOf(root, path))
  return {
    of: async ({ shown, languages }) => {
      const read = await bundled(shown.bundled.join("\n"))
      const paths = new Set([...read, ...shown.files.flatMap((pattern) => matching(root, pattern))])
      const counting = [...paths].filter((path) => !isOtherLanguage(path, languages))
      const hashes = counting.map(async (path) => [path, await hash(path)] as const)
      return Object.fromEntries((await Promise.all(hashes)).toSorted(byPath))
    }
  }
}

/** Returns a function that keeps its results, one for each argument. */
const once = <A>(read: (of: string) => Promise<A>): ((of: string) => Promise<A>) => {
  const known = new Map<string, Promise<A>>()
  return (of) => {
    const found = known.get(of) ?? read(of)
    known.set(of, found)
    return found
  }
}

const byPath = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : 1

const matching = (root: string, pattern: string): ReadonlyArray<string> => {
  const found = globSync(pattern, { cwd: root }).filter((path) => !path.endsWith(".test.ts"))
  if (found.length === 0) throw new Error(`A picture depends on ${pattern}, which is not there.`)
  return found
}

/** The packages whose sources are shown. */
const followed = /^@payloom\/(checkout|example-kit)(\/|$)/
/** The packages whose version counts. Other packages don't change a picture. */
const shownByVersion = ["lit"]

/** Returns the path of a package's manifest, which has its version. */
const manifestOf = (name: string): string => `node_modules/${name}/package.json`

/** Returns the files in the bundles of the entry points, without unused code. */
const bundledFiles = async (
  root: string,
  entryPoints: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const packages = new Set<string>()
  const stayOutside: Plugin = {
    name: "stay outside",
    setup: (bundler) =>
      bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === "entry-point" || followed.test(path)) return undefined
        const [name = ""] = path.split("/")
        if (shownByVersion.includes(name)) packages.add(manifestOf(name))
        return { path, external: true }
      })
  }
  const { metafile } = await build({
    entryPoints: [...entryPoints],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "out",
    format: "esm",
    target: "esnext",
    conditions: ["source"],
    logLevel: "silent",
    plugins: [stayOutside]
  })
  const read = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []))
  )
  return [...read, ...packages]
}

/** A file with the texts of a language. Its name is the language's. */
const texts = /\/texts\/(?:.*\/)?([a-z]{2,3}(?:-\w+)?)\.ts$/

const isOtherLanguage = (path: string, languages: ReadonlyArray<string>): boolean => {
  const [, language] = texts.exec(path) ?? []
  return language !== undefined && !languages.includes(language)
}

const hashOf = async (root: string, path: string): Promise<string> => {
  const text = readFileSync(join(root, path), "utf8")
  return sha256(isManifest(path) ? JSON.parse(text).version : await withoutComments(path, text))
}

const isManifest = (path: string): boolean => path.endsWith("package.json")

const withoutComments = async (path: string, text: string): Promise<string> => {
  const loader = extname(path).slice(1) as Loader
  return (await transform(text, { loader, minifyWhitespace: true, legalComments: "none" })).code
}

/** Returns the start of a hash, which is enough to detect a change. */
export const sha256 = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 16)
