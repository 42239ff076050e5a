// Compiles decoders: an application may, the library leaves it to it.
import "effect/schema/SchemaJITCompiler/enable"
import { serveNode } from "@payloom/adapter-http/node"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { framersOf } from "@payloom/example-kit/framers"
import { freePort } from "@payloom/example-kit/freePort"
import { masterSecret } from "@payloom/example-kit/masterSecret"
import { onStop } from "@payloom/example-kit/onStop"
import { allowReturnsTo } from "@payloom/example-kit/sandboxAccount"
import { pagesAt, sandboxPages } from "@payloom/example-kit/sandboxPages"
import { sandbox } from "@payloom/testkit"
import { Hono } from "hono"
import { openDeployment } from "./deployment.ts"
import { log } from "./log.ts"
import { readOptions, type ServerOptions } from "./options.ts"
import { rateLimit } from "./rateLimit.ts"
import { sandboxTenant } from "./sandboxTenant.ts"
import { shop } from "./shop/shop.ts"
import { assetsOnDemand, payPages } from "./web/payPages.ts"
import { welcome } from "./welcome.ts"

/** Far more than a sandbox needs; enough that a runaway loop is told to slow down. */
const requestsPerSecond = 2000

const start = async (options: ServerOptions): Promise<void> => {
  const { host } = options
  const port = options.port === 0 ? await freePort(host) : options.port
  const url = options.url ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`
  const deployment = openDeployment(options)
  const secret = masterSecret(deployment.secretFile)
  const box = sandbox({ secret, journal: deployment.bankJournal, ...pagesAt(url) })
  const payloom = await Payloom.make({
    storage: sqlite(deployment.database),
    providers: box.providers,
    vault: box.vault,
    threeDs: box.threeDs,
    accountUpdater: box.accountUpdater,
    secret,
    options: { providerTimeoutMs: 3000, drainMs: 10_000, hostedPage: url },
    onAlert: ({ scope, event }) => log.warn({ ...scope, event: event.id }, event.type),
    onLog: ({ level, message, cause, about }) => log[level]({ ...about, cause }, message)
  })
  const credentials = await sandboxTenant(payloom, box, deployment.credentialsFile)
  const merchant = payloom.merchant({ tenant: credentials.tenant, mode: "test" })
  await allowReturnsTo(payloom, merchant, url)
  const assets = assetsOnDemand()
  const framers = framersOf(payloom, merchant)
  const { secret_key: secretKey, publishable_key: publishableKey } = credentials
  const serving = await serveNode(payloom, {
    port,
    host,
    graceMs: 10_000,
    // What people see in their browsers; the rest is the engine's.
    pages: new Hono()
      .route("/", payPages({ assets, look: merchant.checkout.look, framers }))
      .route("/", sandboxPages({ box, payloom, merchant, assets }))
      .route("/", shop({ url, secretKey, publishableKey }, assets)),
    rateLimit: rateLimit(requestsPerSecond),
    onRequest: (request) => log[request.status >= 500 ? "error" : "info"](request, "request")
  }).catch(async (error: unknown) => {
    await payloom.close()
    deployment.dispose()
    throw error
  })
  const { tenant: _, ...keys } = credentials
  const text = options.json
    ? JSON.stringify({ url: serving.url, ...keys })
    : welcome(serving.url, credentials)
  process.stdout.write(`${text}\n`)

  onStop((reason) => {
    log.info({ reason }, "stopping")
    serving.close().then(
      () => {
        deployment.dispose()
        process.exit(0)
      },
      (error: unknown) => {
        log.error({ error: String(error) }, "stopping failed")
        process.exit(1)
      }
    )
  })
}

const options = readOptions(process.argv.slice(2))
if ("exit" in options) {
  process.stdout.write(`${options.text}\n`)
  process.exitCode = options.exit
} else {
  start(options).catch((error: unknown) => {
    log.error({ error: String(error) }, "starting failed")
    process.exitCode = 1
  })
}
