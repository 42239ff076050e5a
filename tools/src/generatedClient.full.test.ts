import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { openApiDocument } from "@payloom/adapter-http"
import { serveNode } from "@payloom/adapter-http/node"
import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { root, run } from "./workspace.ts"

/** A program that uses the generated client. Lines after `@ts-expect-error` must not compile. */
const program = `
import createClient from "openapi-fetch"
import type { paths, webhooks } from "./schema.d.ts"

const [baseUrl = "", secretKey] = process.argv.slice(2)
const { GET, POST } = createClient<paths>({
  baseUrl,
  headers: { Authorization: \`Bearer \${secretKey}\` }
})
const params = { header: { "Idempotency-Key": "generated" } }

const rest = { currency: "EUR", type: "one_off" } as const
const created = await POST("/payments", { params, body: { amount: "1250", ...rest } })
// @ts-expect-error An amount is a string of minor units.
const refused = await POST("/payments", { params, body: { amount: 1250, ...rest } })
// @ts-expect-error A mutation needs an idempotency key.
const keyless = await POST("/customers", { params: {}, body: {} })

const query = { limit: 2, status: ["requires_payment" as const] }
const listed = await GET("/payments", { params: { query } })
// @ts-expect-error A limit is a number.
const worded = await GET("/payments", { params: { query: { limit: "two" } } })

const meaningOf = (status: string) => {
  switch (status) {
    case "requires_payment": return "to be paid"
    default: return "any other status, also a future one"
  }
}
const newer: NonNullable<typeof created.data>["status"] = "from_a_newer_engine"

type Received = {
  [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"]
}[keyof webhooks]
const toldBy = (event: Received): string => {
  if (event.type === "payment.succeeded") return event.data.object.amount
  // @ts-expect-error Not every event is about an amount.
  return event.data.object.amount
}
void toldBy

console.log(JSON.stringify({
  created: created.data?.status,
  means: created.data && meaningOf(created.data.status),
  newer: meaningOf(newer),
  refused: refused.error?.error.code,
  keyless: keyless.error?.error.code,
  listed: listed.data?.data.map(({ id }) => id === created.data?.id),
  more: listed.data?.has_more,
  worded: worded.error?.error.code
}))
`

const compilerOptions = {
  strict: true,
  target: "es2024",
  module: "nodenext",
  lib: ["es2024", "dom"],
  types: ["node"],
  noEmit: true,
  allowImportingTsExtensions: true
}

let folder: string
let server: Awaited<ReturnType<typeof serve>>

const serve = async () => {
  const box = sandbox()
  const payloom = await Payloom.make({
    storage: memory(),
    providers: box.providers,
    vault: box.vault,
    secret: "a secret that only this test uses",
    workers: false
  })
  const { id: tenant } = await payloom.tenants.create({
    displayName: "Shop",
    defaultCurrency: "EUR"
  })
  const scope = { tenant, mode: "test" } as const
  await payloom.merchant(scope).routing.createMid({
    name: "primary",
    provider: box.provider.name,
    currencies: ["EUR"],
    credentials: box.accounts.primary
  })
  const { secret } = await payloom.tenants.createApiKey(scope, "secret")
  return { ...(await serveNode(payloom, { port: 0 })), secret }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "payloom-client-"))
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  const document = openApiDocument() as unknown as OpenAPI3
  writeFileSync(join(folder, "schema.d.ts"), astToString(await openapiTS(document)))
  writeFileSync(join(folder, "program.ts"), program)
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }))
  server = await serve()
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe("a client that openapi-typescript makes of the document", () => {
  it("has types for numbers, required fields, unknown statuses and webhooks", () => {
    expect(run("tsc", ["-p", folder])).toEqual({ ok: true, output: "" })
  })

  it("gets answers of its types from a server", async () => {
    const node = join(root, "node_modules/.bin/node")
    const args = [join(folder, "program.ts"), server.url, server.secret]
    const { stdout } = await promisify(execFile)(node, args, { env: {} })
    expect(JSON.parse(stdout)).toEqual({
      created: "requires_payment",
      means: "to be paid",
      newer: "any other status, also a future one",
      refused: "amount_invalid_format",
      keyless: "idempotency_key_missing",
      listed: [true],
      more: false,
      worded: "parameter_invalid"
    })
  })
})
