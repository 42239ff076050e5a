import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { buildStale } from "../freshBuild.ts"
import { checkPackages, packInto } from "../packages.ts"
import { publishedPackages, type Ran, root, run } from "../workspace.ts"
import { billOfMaterials } from "./billOfMaterials.ts"
import { browserEntries, bytesOf } from "./browserSizes.ts"
import { broughtBy, isAllowed, type Lock } from "./licences.ts"
import { nextVersion, sizeOf } from "./versions.ts"

// Prepares a release: builds, packs and checks all packages, and writes the bill of materials.
// `--publish` then publishes them with provenance, which needs the identity of a CI job. To try it
// on a registry of your own, set `npm_config_registry` and add `--no-provenance`. Without
// `--publish`, or with `--dry-run`, nothing leaves this machine: only `release` and `dist` are
// written.

const { values: asked } = parseArgs({
  options: {
    "dry-run": { type: "boolean" },
    provenance: { type: "boolean", default: true },
    publish: { type: "boolean" }
  },
  allowNegative: true
})
const isPublishing = asked.publish === true && asked["dry-run"] !== true
const publishOptions = [...(asked.provenance ? ["--provenance"] : []), "--access", "public"]
const folder = join(root, "release")
const packages = publishedPackages()
const shortNames = packages.map(({ manifest }) => manifest.name.replace("@payloom/", ""))
const lock: Lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages
const released = packages.map(({ folder: at, manifest }) => ({
  folder: relative(root, at),
  manifest
}))
const version = packages[0]?.manifest.version ?? ""

const done = (output = ""): Ran => ({ ok: true, output })
const refused = (output: string): Ran => ({ ok: false, output })

const changesets = globSync(".changeset/*.md", { cwd: root }).map((path) =>
  readFileSync(join(root, path), "utf8")
)
const size = sizeOf(changesets)
const next = size === null ? version : nextVersion(version, size)

const checkVersion = (): Ran => {
  if (size === null) return done(`${version}, as it is: there are no changesets.`)
  const text = `${version} becomes ${next}: ${changesets.length} changesets, the largest ${size}.`
  return isPublishing ? refused(`${text} Run \`npm run release:versions\` first.`) : done(text)
}

/** A person writes the root's changelog, because hundreds of changesets are no text to read. */
const checkChangelog = (): Ran => {
  const text = readFileSync(join(root, "CHANGELOG.md"), "utf8")
  const hasSection = text.includes(`\n## ${next}\n`)
  return hasSection ? done(`has ${next}`) : refused(`CHANGELOG.md has no section "## ${next}".`)
}

const checkSizes = async (): Promise<Ran> => {
  const sizes = await Promise.all(
    browserEntries.map(async (entry) => ({ ...entry, bytes: await bytesOf(entry) }))
  )
  const lines = sizes.map(
    ({ entry, bytes, mostBytes }) => `${entry}: ${bytes} of at most ${mostBytes} bytes with brotli`
  )
  return { ok: sizes.every(({ bytes, mostBytes }) => bytes <= mostBytes), output: lines.join("\n") }
}

const checkLicences = (): Ran => {
  const brought = broughtBy(
    lock,
    released.map((each) => each.folder)
  )
  const others = brought.filter(({ licence }) => !isAllowed(licence))
  if (others.length === 0) return done(`${brought.length} packages, all with allowed licences`)
  return refused(others.map((each) => `${each.name} ${each.version}: ${each.licence}`).join("\n"))
}

const writeBill = (): Ran => {
  const bill = billOfMaterials(lock, released)
  writeFileSync(join(folder, "payloom.cdx.json"), `${JSON.stringify(bill, null, 2)}\n`)
  return done(`release/payloom.cdx.json: CycloneDX, ${bill.components.length} components`)
}

/** Packs all packages. Returns a line for each, or the failures. */
const pack = (): Ran => {
  const tarballs = packages.map((published) => packInto(folder, published))
  const failures = tarballs.filter((tarball) => typeof tarball !== "string")
  if (failures.length > 0) return refused(failures.map(({ output }) => output).join("\n"))
  const lines = tarballs.map((tarball, nth) => {
    const path = String(tarball)
    const files = run("tar", ["-tzf", path]).output.trim().split("\n").length
    const kilobytes = (statSync(path).size / 1024).toFixed(0)
    return `${packages[nth]?.manifest.name}@${version}: ${files} files, ${kilobytes} KB packed`
  })
  return done(lines.join("\n"))
}

/** Publishes one package, unless the registry has this version of it. */
const publishOne = (name: string): Ran => {
  const known = run("npm", ["view", `${name}@${version}`, "version"])
  if (known.ok && known.output.trim() === version) return done(`${name}@${version} is there.`)
  const tarball = join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)
  const published = run("npm", ["publish", tarball, ...publishOptions])
  return published.ok ? done(`${name}@${version} is published.`) : published
}

/**
 * Publishes the packages that the registry lacks, each after the packages that it needs. Ends at
 * the first failure, so that no package is there without its dependencies. The next run continues.
 */
const publish = (): Ran => {
  const lines: Array<string> = []
  for (const { manifest } of packages) {
    const { ok, output } = publishOne(manifest.name)
    lines.push(output.trim())
    if (!ok) return refused(lines.join("\n"))
  }
  return done(lines.join("\n"))
}

const wouldPublish = (): Ran => {
  const options = publishOptions.join(" ")
  return done(
    shortNames.map((name) => `npm publish @payloom/${name}@${next} ${options}`).join("\n")
  )
}

interface Step {
  readonly name: string
  readonly look: () => Ran | Promise<Ran>
}

const steps: ReadonlyArray<Step> = [
  { name: "Version", look: checkVersion },
  { name: "CHANGELOG.md", look: checkChangelog },
  { name: "Build", look: () => buildStale(shortNames) },
  { name: "Packages as published (publint, attw, contents, a payment)", look: checkPackages },
  { name: "Sizes in browsers", look: checkSizes },
  { name: "Licences of dependencies", look: checkLicences },
  { name: "Bill of materials", look: writeBill },
  { name: "Tarballs", look: pack },
  isPublishing
    ? { name: "Publish", look: publish }
    : { name: "With --publish, in CI", look: wouldPublish }
]

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const { name, look } of steps) {
  const { ok, output } = await look()
  process.stdout.write(`${ok ? "ok  " : "FAIL"}  ${name}\n`)
  for (const line of output.trim().split("\n")) {
    if (line !== "") process.stdout.write(`      ${line}\n`)
  }
  if (ok) continue
  process.exitCode = 1
  break
}
