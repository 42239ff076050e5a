import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { lacks } from "./packedFiles.ts"
import { tooLarge, unpackedBytes } from "./packedSizes.ts"
import { readmePrograms } from "./readmePrograms.ts"
import { stagePackage } from "./stagePackage.ts"
import { type PublishedPackage, publishedPackages, type Ran, root, run } from "./workspace.ts"

/**
 * Checks the built packages as users get them. They are packed, complete, and pass publint and
 * attw. Then they are installed into an empty project. The project takes a payment, runs the first
 * programs of the READMEs, compiles a program that relies on the types, and checks the hovers of an
 * editor.
 */
export const checkPackages = (): Ran => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-packages-"))
  const results = publishedPackages().flatMap((published) => {
    const tarball = packInto(folder, published)
    return typeof tarball === "string"
      ? [publint(tarball), attw(tarball), completeness(tarball, published)]
      : [tarball]
  })
  if (results.every(({ ok }) => ok)) results.push(...takePayment(folder))
  rmSync(folder, { recursive: true, force: true })
  const failed = results.filter(({ ok }) => !ok)
  return { ok: failed.length === 0, output: failed.map(({ output }) => output).join("\n") }
}

/** Packs a package into a folder. Returns the path, or the reason if it could not be packed. */
export const packInto = (folder: string, published: PublishedPackage): string | Ran => {
  const { manifest } = published
  const staged = mkdtempSync(join(folder, "staged-"))
  stagePackage(published, staged)
  const packed = run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], staged)
  rmSync(staged, { recursive: true })
  const name = manifest.name.replace("@", "").replace("/", "-")
  return packed.ok ? join(folder, `${name}-${manifest.version}.tgz`) : packed
}

const publint = (tarball: string): Ran => run("publint", ["run", tarball, "--strict"])

const attw = (tarball: string): Ran =>
  run("attw", [tarball, "--profile", "esm-only", "--no-definitely-typed", "--no-color"])

const completeness = (tarball: string, { folder, manifest }: PublishedPackage): Ran => {
  const listed = run("tar", ["-tzf", tarball])
  const files = listed.output.split("\n").map((path) => path.replace(/^package\//, ""))
  const complaints = [
    ...lacks({ manifest, folder: relative(root, folder), files }),
    ...tooLarge(manifest.name, unpackedBytes(readFileSync(tarball)))
  ]
  return { ok: listed.ok && complaints.length === 0, output: complaints.join("\n") }
}

const consumer = `import { Payloom } from "@payloom/core"
import { createHandler } from "@payloom/adapter-http"
import { serveNode } from "@payloom/adapter-http/node"
import { clientOf, postgres } from "@payloom/adapter-postgres"
import { sqlite } from "@payloom/adapter-sqlite"
import { webhookSender } from "@payloom/adapter-webhooks"
import { copyStore } from "@payloom/cli"
import { memory, sandbox } from "@payloom/testkit"
import { encryptCard } from "@payloom/testkit/card-field"

const box = sandbox()
for (const storage of [memory(), sqlite(":memory:")]) {
  const payloom = await Payloom.make<unknown>({
    storage,
    providers: box.providers,
    vault: box.vault,
    webhooks: webhookSender(),
    secret: "a secret that is long enough for this"
  })
  const { id } = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: id, mode: "test" })
  await shop.routing.createMid({
    name: "primary",
    provider: box.provider.name,
    currencies: ["EUR"],
    methods: ["card"],
    credentials: box.accounts.primary
  })
  const card = await shop.cards.save({ ciphertext: await box.encryptCard("approved") })
  const { status } = await shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: card.id },
    { idempotencyKey: "order-1" }
  )
  const health = await createHandler(payloom)(new Request("http://localhost/health"))
  await payloom.close()
  if (status !== "succeeded" || health.status !== 200) throw new Error(status)
}
for (const entry of [serveNode, encryptCard, postgres, clientOf, copyStore]) {
  if (typeof entry !== "function") throw new Error("entry")
}
`

const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  lib: ["es2024", "webworker"],
  types: ["node"],
  strict: true,
  outDir: "built"
}

/** The types of better-auth import Bun's database, and other programs lack it. */
const bunTypes = 'declare module "bun:sqlite" { export class Database {} }\n'

/** The folder of the programs for an editor. */
const editor = join(import.meta.dirname, "editor")

/** Unpacks the tarballs beside links to their dependencies, compiles programs and runs them. */
const takePayment = (folder: string): ReadonlyArray<Ran> => {
  const project = join(folder, "project")
  const unpacked = install(folder, join(project, "node_modules"))
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }))
  writeFileSync(join(project, "bun.d.ts"), bunTypes)
  const programs = [{ of: "shop", text: consumer }, ...readmePrograms()]
  for (const { of, text } of programs) writeFileSync(join(project, `${of}.ts`), text)
  copyFileSync(join(editor, "userProgram.ts"), join(project, "userProgram.ts"))
  copyModule(project)
  const command = join(project, "node_modules/@payloom/cli/dist/main.js")
  return [
    ...unpacked,
    run("tsc", ["-p", "tsconfig.json"], project),
    run("node", [join(editor, "askHovers.ts"), project]),
    run("node", [command, "--help"], project),
    run("node", [command, "init", "new-shop"], project),
    run("npm", ["test"], join(project, "new-shop")),
    bundled(project),
    ...programs.map(({ of }) => {
      const own = join(project, `of-${of}`)
      mkdirSync(own)
      const ran = run("node", [join(project, "built", `${of}.js`)], own)
      return { ...ran, output: `The program of ${of}:\n${ran.output}` }
    })
  ]
}

/** Copies the module of the examples, for a compiler that resolves compiled files only. */
const copyModule = (project: string): void => {
  const source = join(root, "examples/own-module/src/storeCredit")
  mkdirSync(join(project, "storeCredit"))
  for (const file of readdirSync(source)) {
    const text = readFileSync(join(source, file), "utf8").replaceAll(
      /(from "\.\/.*?)\.ts"/g,
      '$1.js"'
    )
    writeFileSync(join(project, "storeCredit", file), text)
  }
}

/** Bundles a shop's program. A bundler resolves every import, even if it never runs. */
const bundled = (project: string): Ran => {
  const native = ["better-sqlite3", "pg-native"].map((name) => `--external:${name}`)
  const options = ["--bundle", "--platform=node", "--format=esm", "--outfile=bundle.mjs"]
  return run("esbuild", ["built/shop.js", ...options, ...native, "--log-level=error"], project)
}

/** The package that users of property tests install. Everything else works without it. */
const optional = "fast-check"

const install = (folder: string, modules: string): ReadonlyArray<Ran> => {
  mkdirSync(join(modules, "@payloom"), { recursive: true })
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name.startsWith(".") || name === "@payloom" || name === optional) continue
    symlinkSync(join(root, "node_modules", name), join(modules, name))
  }
  return publishedPackages().map(({ manifest }) => {
    const scopeless = manifest.name.replace("@payloom/", "")
    const target = join(modules, "@payloom", scopeless)
    mkdirSync(target)
    const tarball = join(folder, `payloom-${scopeless}-${manifest.version}.tgz`)
    // Dependencies in another version than the one that most packages use.
    const own = join(root, "packages", scopeless, "node_modules")
    if (existsSync(own)) symlinkSync(own, join(target, "node_modules"))
    return run("tar", ["-xzf", tarball, "--strip-components", "1", "-C", target])
  })
}
