/** The parts of a project that differ. */
export interface Project {
  readonly name: string
  /** The version of the packages. */
  readonly version: string
  /** The master secret of the new deployment. */
  readonly secret: string
  /** The password of its console. */
  readonly consolePassword: string
}

const engine = `import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom, type PayloomSetup } from "@payloom/core"
import { sandbox } from "@payloom/testkit"

/** The options in which the server and the tests differ. */
interface Opening {
  readonly storage: PayloomSetup<Error>["storage"]
  readonly secret: string
  /** The file in which the sandbox's bank keeps its records. In memory if absent. */
  readonly journal?: string
}

/**
 * Opens the engine. The sandbox stands in for providers and the card vault, so no money moves. Put
 * your own connectors and vault in its place.
 */
export const openPayments = async ({ storage, secret, journal }: Opening) => {
  const box = sandbox(journal === undefined ? {} : { journal })
  const payloom = await Payloom.make({ ...box.setup, storage, secret, webhooks: webhookSender() })
  return { box, payloom, shop: await box.openShop(payloom) }
}
`

const server = `import { serveNode } from "@payloom/adapter-http/node"
import { sqlite } from "@payloom/adapter-sqlite"
import { openConsole } from "./console.ts"
import { openPayments } from "./payments.ts"

const { PAYLOOM_DATABASE: database = "payloom.db", PAYLOOM_SECRET: secret = "" } = process.env

const { box, payloom, shop } = await openPayments({
  storage: sqlite(database),
  secret,
  journal: \`\${database}.bank\`
})
const operators = openConsole(payloom, { startAt: shop.scope })
await payloom.reporting.run() // keeps the lists and figures of the console
const server = await serveNode(payloom, {
  port: Number(process.env.PORT ?? 8080),
  ...(operators === null ? {} : { pages: operators.pages })
})
console.log(\`Listening on \${server.url}\`)
console.log(
  operators === null
    ? "The console is off: set PAYLOOM_CONSOLE_PASSWORD to at least 16 characters."
    : \`Console: \${server.url}/console, with any name and PAYLOOM_CONSOLE_PASSWORD\`
)
if (shop.isNew) {
  const key = await payloom.tenants.createApiKey(shop.scope, "secret")
  console.log(\`Secret key: \${key.secret} (shown once)\`)
  console.log(\`A saved test card: \${await box.saveCard(shop, "approved")}\`)
}

const stop = async () => {
  operators?.close()
  await server.close()
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop)
`

const operators = `import { createConsole, withPassword } from "@payloom/console"
import type { Payloom, Scope } from "@payloom/core"
import { Hono } from "hono"

/**
 * Opens the operator's console at /console. Null without PAYLOOM_CONSOLE_PASSWORD, which lets
 * everybody in as an admin. Put the log-in and the roles of your own people in its place.
 */
export const openConsole = (payloom: Payloom, { startAt }: { readonly startAt: Scope }) => {
  const { PAYLOOM_CONSOLE_PASSWORD: password = "" } = process.env
  if (password === "") return null
  const operators = createConsole(payloom, {
    basePath: "/console",
    authenticate: withPassword(password),
    startAt
  })
  const pages = new Hono().all("/console/*", ({ req, env }) => operators(req.raw, env))
  return { pages, close: operators.close }
}
`

const test = `import assert from "node:assert/strict"
import { after, test } from "node:test"
import { createHandler } from "@payloom/adapter-http"
import { memory } from "@payloom/testkit"
import { openPayments } from "../src/payments.ts"

const secret = "a secret for tests, which is long enough"
const { box, payloom, shop } = await openPayments({ storage: memory(), secret })
after(() => payloom.close())

const pay = async (card: "approved" | "insufficient_funds", order: string) => {
  const paymentInstrument = await box.saveCard(shop, card)
  return shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
    { idempotencyKey: order }
  )
}

test("a payment with a good card succeeds", async () => {
  const { status } = await pay("approved", "order-1")
  assert.equal(status, "succeeded")
})

test("a decline is an answer with a reason", async () => {
  const { status, decline } = await pay("insufficient_funds", "order-2")
  assert.equal(status, "declined")
  assert.equal(decline?.code, "insufficient_funds")
})

test("the handler serves the API", async () => {
  const { secret: key } = await payloom.tenants.createApiKey(shop.scope, "secret")
  const handler = createHandler(payloom)
  const response = await handler(
    new Request("http://localhost/payments", { headers: { authorization: \`Bearer \${key}\` } })
  )
  assert.equal(response.status, 200)
})
`

const readme = ({ name }: Project): string => `# ${name}

Payments with [Payloom](https://github.com/payloom/payloom), on SQLite, with the sandbox.

- \`src/payments.ts\` opens the engine, \`src/server.ts\` serves it, and \`test\` pays in memory.
- \`src/console.ts\` opens the operator's console at \`/console\`. The browser asks for a name,
  which the audit log gets, and for a password. It is \`PAYLOOM_CONSOLE_PASSWORD\` of \`.env\`.
  Without this variable the console is off.
- \`.env\` has the database, the master secret and this password. Keep it out of git and of backups.

\`\`\`sh
npm install
npm test
npm start
npm run payloom -- payments list
npm run payloom -- doctor
\`\`\`
`

const manifest = ({ name, version }: Project) => ({
  name,
  private: true,
  type: "module",
  engines: { node: ">=22.18.0" },
  scripts: {
    start: "node --env-file=.env src/server.ts",
    test: "node --test",
    payloom: "node --env-file=.env node_modules/@payloom/cli/dist/main.js"
  },
  dependencies: {
    "@payloom/adapter-http": `^${version}`,
    "@payloom/adapter-sqlite": `^${version}`,
    "@payloom/adapter-webhooks": `^${version}`,
    "@payloom/console": `^${version}`,
    "@payloom/core": `^${version}`,
    "@payloom/testkit": `^${version}`,
    effect: "^4.1.0",
    hono: "^4.13.19"
  },
  devDependencies: { "@payloom/cli": `^${version}` }
})

const environment = ({ secret, consolePassword }: Project): string =>
  [
    "PAYLOOM_DATABASE=payloom.db",
    `PAYLOOM_SECRET=${secret}`,
    `PAYLOOM_CONSOLE_PASSWORD=${consolePassword}`,
    ""
  ].join("\n")

/** Returns the files of a project, by name. */
export const projectFiles = (project: Project): Readonly<Record<string, string>> => ({
  "package.json": `${JSON.stringify(manifest(project), null, 2)}\n`,
  ".env": environment(project),
  ".gitignore": "node_modules\n.env\n*.db\n*.db-*\n*.db.*\n",
  "README.md": readme(project),
  "src/payments.ts": engine,
  "src/console.ts": operators,
  "src/server.ts": server,
  "test/payments.test.ts": test
})
