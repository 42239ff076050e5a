import { execFileSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { stableSources } from "./stableSources.ts"

/**
 * Installs hyperswitch-prism for the tests of provider-prism. The library needs glibc 2.38. On a
 * Debian system with an older one, the newer system libraries are unpacked into a folder, from the
 * package sources of this machine. Nothing of the system is changed.
 */
const folder = resolve(import.meta.dirname, "../../../packages/provider-prism/library")

const packages = ["libc6", "libstdc++6", "libgcc-s1", "libssl3t64", "zlib1g", "libzstd1"]

/** The library needs glibc 2.38 or newer. */
const neededMinor = 38

const run = (command: string, args: ReadonlyArray<string>, cwd: string): void => {
  execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] })
}

const glibcMinor = (): number | null => {
  const report = Object(process.report)
  report.excludeNetwork = true
  const { glibcVersionRuntime } = Object(process.report.getReport()).header
  return glibcVersionRuntime === undefined
    ? null
    : Number(String(glibcVersionRuntime).split(".")[1])
}

const aptFolder = "/etc/apt"

/** Returns the machine's own sources of packages. */
const ownSources = (): ReadonlyArray<string> => {
  const parts = `${aptFolder}/sources.list.d`
  const files = existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : []
  return [`${aptFolder}/sources.list`, ...files]
    .filter((path) => existsSync(path) && /\.(list|sources)$/.test(path))
    .map((path) => readFileSync(path, "utf8"))
}

/** Unpacks the system libraries of Debian's stable release. */
const unpackSystem = (): void => {
  const source = stableSources(ownSources())
  if (source === null) throw new Error("This machine's package sources name no Debian mirror.")
  const place = mkdtempSync(join(tmpdir(), "prism-"))
  try {
    const list = join(place, "stable.list")
    writeFileSync(list, `${source}\n`)
    for (const part of ["lists/partial", "archives/partial", "debs"]) {
      mkdirSync(join(place, part), { recursive: true })
    }
    const settings = {
      "Dir::Etc::sourcelist": list,
      "Dir::Etc::sourceparts": "-",
      "Dir::State::lists": join(place, "lists"),
      "Dir::State::status": "/dev/null",
      "Dir::Cache": place,
      "APT::Sandbox::User": "root"
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`])
    run("apt-get", [...options, "-qq", "update"], place)
    run("apt-get", [...options, "-qq", "download", ...packages], join(place, "debs"))
    const system = join(folder, "system")
    rmSync(system, { recursive: true, force: true })
    for (const name of readdirSync(join(place, "debs"))) {
      run("dpkg", ["-x", join(place, "debs", name), system], place)
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
const minor = glibcMinor()
if (minor !== null && minor < neededMinor) unpackSystem()
process.stdout.write("hyperswitch-prism is installed for the tests of provider-prism.\n")
