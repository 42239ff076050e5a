import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type PublishedPackage, publishedPackages, type Ran, root, run } from "./workspace.ts"

/**
 * Checks the packages as their users get them: packed, judged by publint and attw, and installed
 * into an empty project that takes a payment with them. They have to be built.
 */
export const checkPackages = (): Ran => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-packages-"))
  const results = publishedPackages().flatMap((published) => {
    const tarball = packInto(folder, published)
    return typeof tarball === "string" ? [publint(tarball), attw(tarball)] : [tarball]
  })
  if (results.every(({ ok }) => ok)) results.push(...takePayment(folder))
  rmSync(folder, { recursive: true, force: true })
  const failed = results.filter(({ ok }) => !ok)
  return { ok: failed.length === 0, output: failed.map(({ output }) => output).join("\n") }
}

const packInto = (folder: string, { folder: cwd, manifest }: PublishedPackage): string | Ran => {
  const packed = run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], cwd)
  const name = manifest.name.replace("@", "").replace("/", "-")
  return packed.ok ? join(folder, `${name}-${manifest.version}.tgz`) : packed
}

const publint = (tarball: string): Ran => run("publint", ["run", tarball, "--strict"])

const attw = (tarball: string): Ran =>
  run("attw", [tarball, "--profile", "esm-only", "--no-definitely-typed", "--no-color"])

const consumer = `import { Payloom } from "@payloom/core"
import { createHandler } from "@payloom/adapter-http"
import { serveNode } from "@payloom/adapter-http/node"
import { sqlite } from "@payloom/adapter-sqlite"
import { memory, sandbox } from "@payloom/testkit"
import { encryptCard } from "@payloom/testkit/card-field"

const box = sandbox()
for (const storage of [memory(), sqlite(":memory:")]) {
  const payloom = await Payloom.make<unknown>({
    storage,
    providers: box.providers,
    vault: box.vault,
    secret: "a secret of the deployment, and not short"
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
if (typeof serveNode !== "function" || typeof encryptCard !== "function") throw new Error("entry")
`

const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  lib: ["es2024", "webworker"],
  types: ["node"],
  strict: true,
  outDir: "built"
}

/** Unpacks the tarballs beside links to what they depend on, compiles a program and runs it. */
const takePayment = (folder: string): ReadonlyArray<Ran> => {
  const project = join(folder, "project")
  const modules = join(project, "node_modules")
  mkdirSync(join(modules, "@payloom"), { recursive: true })
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name.startsWith(".") || name === "@payloom") continue
    symlinkSync(join(root, "node_modules", name), join(modules, name))
  }
  const unpacked = publishedPackages().map(({ manifest }) => {
    const scopeless = manifest.name.replace("@payloom/", "")
    const target = join(modules, "@payloom", scopeless)
    mkdirSync(target)
    const tarball = join(folder, `payloom-${scopeless}-${manifest.version}.tgz`)
    return run("tar", ["-xzf", tarball, "--strip-components", "1", "-C", target])
  })
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }))
  writeFileSync(join(project, "shop.ts"), consumer)
  return [
    ...unpacked,
    run("tsc", ["-p", "tsconfig.json"], project),
    run("node", ["built/shop.js"], project)
  ]
}
