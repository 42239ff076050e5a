import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { serveNode } from "@payloom/adapter-http/node"
import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { afterAll, expect, it } from "vitest"
import { storeCredit } from "./storeCredit/storeCredit.ts"

const root = resolve(import.meta.dirname, "../../..")
const folder = mkdtempSync(join(tmpdir(), "payloom-own-module-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program of a user. Lines after `@ts-expect-error` must not compile. */
const program = `
import { createClient, type Wallet } from "./payloomClient.ts"

const [baseUrl = "", apiKey = "", card = "", customer = ""] = process.argv.slice(2)
const payloom = createClient({ baseUrl, apiKey })
await payloom.payments.create({
  amount: 10_000n,
  currency: "EUR",
  type: "one_off",
  payment_instrument: card
})
const wallet: Wallet = await payloom.storeCredit.wallet({ customer, currency: "EUR" })
const held = await payloom.storeCredit.reserve(
  { customer, amount: 300n, currency: "EUR" },
  { idempotencyKey: "order-1" }
)
// @ts-expect-error A reservation needs a currency.
const refused = await payloom.storeCredit.reserve({ customer, amount: 1n }).catch((error) => error)
const ids: Array<string> = []
for await (const { id } of payloom.storeCredit.reservations({ wallet: wallet.id })) ids.push(id)
console.log(JSON.stringify({
  available: wallet.available,
  held: held.status,
  isListed: ids.includes(held.id),
  refused: (refused as { code?: string }).code
}))
`

const compilerOptions = {
  strict: true,
  target: "es2024",
  module: "nodenext",
  lib: ["es2024", "dom", "dom.asynciterable"],
  types: ["node"],
  customConditions: ["source"],
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noUnusedLocals: true,
  noEmit: true
}

const run = async (command: string, ...args: ReadonlyArray<string>) => {
  const bin = join(root, "node_modules/.bin", command)
  const options = { cwd: folder, env: { PATH: process.env.PATH, CI: "true" } }
  const running = promisify(execFile)(bin, args, options)
  return running.catch(({ stdout, stderr }) => Promise.reject(new Error(`${stdout}${stderr}`)))
}

it("a client that payloom client writes has the operations of a module", async () => {
  const box = sandbox()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    workers: false,
    modules: [storeCredit]
  })
  const shop = await box.openShop(payloom)
  const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
  const { id: customer } = await shop.customers.create({}, { idempotencyKey: "customer" })
  const card = await box.saveCard(shop, "approved", customer)
  const server = await serveNode(payloom, { port: 0 })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }))
  writeFileSync(join(folder, "program.ts"), program)
  const command = join(root, "packages/cli/src/main.ts")
  const line = ["client", server.url, "--out", "payloomClient.ts"]
  await run("node", "--conditions=source", command, ...line)
  await run("tsc", "-p", folder)
  const running = ["program.ts", server.url, secret, card, customer]
  const { stdout } = await run("node", "--conditions=source", ...running)
  await server.close()
  expect(JSON.parse(stdout)).toEqual({
    available: "500",
    held: "held",
    isListed: true,
    refused: "parameter_missing"
  })
})
