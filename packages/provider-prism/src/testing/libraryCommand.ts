import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

const folder = new URL("../../library/", import.meta.url)
const system = fileURLToPath(new URL("system/usr/lib/x86_64-linux-gnu", folder))

/** The library needs this version of glibc, which is 2.38, or newer. */
const neededMinor = 38

const glibcMinor = (): number => {
  const otherwise = process.platform === "linux" ? "2.0" : `2.${neededMinor}`
  const report = Object(process.report)
  report.excludeNetwork = true
  const { glibcVersionRuntime = otherwise } = Object(process.report.getReport()).header
  return Number(String(glibcVersionRuntime).split(".")[1])
}

/** The way to start a program that loads the library. */
export interface LibraryCommand {
  /** The URL of a program that has the library installed, for `workerLibrary`. */
  readonly from: string
  /** The program to execute: Node, or the loader of newer system libraries. */
  readonly execPath: string
  /** The arguments before those of the program. */
  readonly execArgv: ReadonlyArray<string>
  /** True if a thread of this process can load the library. */
  readonly isLoadable: boolean
}

/**
 * Returns the way to start programs that load the library: the one of
 * `packages/provider-prism/library`, or the one that is installed as a peer. On a system with an
 * older glibc, Node runs on newer system libraries, by their own loader. Returns the reason if
 * there is no way.
 */
export const libraryCommand = (): LibraryCommand | { readonly missing: string } => {
  const from = installedAt()
  if (from === null) return { missing: "The library is not installed." }
  const node = process.execPath
  const execArgv = ["--conditions=source"]
  if (glibcMinor() >= neededMinor) return { from, execPath: node, execArgv, isLoadable: true }
  if (!existsSync(system)) return { missing: "This system's glibc is older than 2.38." }
  return {
    from,
    execPath: `${system}/ld-linux-x86-64.so.2`,
    execArgv: ["--library-path", system, node, ...execArgv],
    isLoadable: false
  }
}

const installedAt = (): string | null =>
  [new URL("package.json", folder).href, import.meta.url].find(isInstalledFor) ?? null

const isInstalledFor = (from: string): boolean => {
  try {
    createRequire(from).resolve("hyperswitch-prism")
    return true
  } catch {
    return false
  }
}
