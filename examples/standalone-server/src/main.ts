// Compiles decoders: an application may, the library leaves it to it.
import "effect/schema/SchemaJITCompiler/enable"
import { type Serving, serveNode } from "@payloom/adapter-http/node"
import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom, SecretMismatch } from "@payloom/core"
import { type BoundPort, boundPort } from "@payloom/example-kit/boundPort"
import { framersOf } from "@payloom/example-kit/framers"
import { onStop } from "@payloom/example-kit/onStop"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import { allowReturnsTo } from "@payloom/example-kit/sandboxAccount"
import { pagesAt, sandboxPages } from "@payloom/example-kit/sandboxPages"
import { startOrSayWhy } from "@payloom/example-kit/startOrSayWhy"
import { sandbox } from "@payloom/testkit"
import { Hono } from "hono"
import { watchedProviders } from "./demo/chargesUnderWay.ts"
import { demoClock } from "./demo/demoClock.ts"
import { passTimeOf } from "./demo/passTime.ts"
import { type Deployment, openDeployment } from "./deployment.ts"
import { livePages } from "./live/livePages.ts"
import { log } from "./log.ts"
import { readOptions, type ServerOptions } from "./options.ts"
import { rateLimit } from "./rateLimit.ts"
import { type SandboxCredentials, sandboxTenant } from "./sandboxTenant.ts"
import { coffeeClub } from "./shop/club.ts"
import { shopSecret, webhookPath } from "./shop/fulfilment.ts"
import { shop } from "./shop/shop.ts"
import { assetsOnDemand, payPages } from "./web/payPages.ts"
import { welcome } from "./welcome.ts"

/** Far more than a sandbox needs; enough that a runaway loop is told to slow down. */
const requestsPerSecond = { merchant: 2000, payer: 1000, unauthenticated: 500 }

/** How long a provider may take to answer. */
const providerTimeoutMs = 3000

/** Takes the port before it makes anything, and leaves nothing behind where it can't start. */
const start = async (options: ServerOptions): Promise<void> => {
  let deployment: Deployment | null = null
  let serving: Serving | null = null
  const stopping = new AbortController()
  // First, so that there is no moment in which something is made and nobody listens.
  onStop((reason) => {
    log.info({ reason }, "stopping")
    const leave = () => {
      deployment?.dispose()
      process.exit(0)
    }
    // Pages that show what happens are answered for as long as they are open.
    stopping.abort()
    if (serving === null) leave()
    else stop(serving, leave)
  })
  const bound = await boundPort(options.host, options.port)
  deployment = await openDeployment(options)
  try {
    const served = await serve(options, bound, deployment, stopping.signal)
    serving = served.serving
    // Only now: whoever reads that it is there may tell it to stop at once.
    say(options, serving.url, served.credentials)
  } catch (error) {
    deployment.dispose()
    throw error
  }
}

const serve = async (
  options: ServerOptions,
  { port, listener }: BoundPort,
  deployment: Deployment,
  stopping: AbortSignal
): Promise<{ readonly serving: Serving; readonly credentials: SandboxCredentials }> => {
  const { host } = options
  const url = options.url ?? addressOf(host, port)
  const secret = deployment.secret()
  const box = sandbox({ secret, journal: deployment.bankJournal, ...pagesAt(url) })
  // Of real money the time is never moved: this is for the sandbox, and the shop in front of it.
  const clock = demoClock(deployment.clockFile)
  const { providers, isCharging } = watchedProviders(box.providers, providerTimeoutMs)
  const payloom = await Payloom.make({
    clock,
    storage: deployment.storage,
    providers,
    vault: box.vault,
    threeDs: box.threeDs,
    accountUpdater: box.accountUpdater,
    secret,
    webhooks: webhookSender(),
    options: { providerTimeoutMs, drainMs: 10_000, hostedPage: url },
    onAlert: ({ scope, event }) => log.warn({ ...scope, event: event.id }, event.type),
    onLog: ({ level, message, cause, about }) => log[level]({ ...about, cause }, message)
  }).catch((error: unknown) => {
    throw error instanceof SecretMismatch
      ? new StartRefused(`${deployment.database}: ${error.message}`)
      : error
  })
  try {
    const credentials = await sandboxTenant(payloom, box, deployment.credentialsFile)
    const merchant = payloom.merchant({ tenant: credentials.tenant, mode: "test" })
    await allowReturnsTo(payloom, merchant, url)
    await coffeeClub(merchant)
    const assets = assetsOnDemand()
    const framers = framersOf(payloom, merchant)
    const { secret_key: secretKey, publishable_key: publishableKey } = credentials
    const passTime = passTimeOf({ clock, payloom, scope: merchant.scope, isCharging })
    // To itself, whatever the name is by which browsers reach it.
    const webhookSecret = await shopSecret(merchant, `${ownAddress(host, port)}${webhookPath}`)
    const demo = {
      ...{ url, secretKey, publishableKey, webhookSecret },
      ...{ payloom, merchant, box, passTime, clock }
    }
    const serving = await serveNode(payloom, {
      port,
      host,
      listener,
      graceMs: 10_000,
      // What people see in their browsers; the rest is the engine's.
      pages: new Hono()
        .route("/", payPages({ assets, look: merchant.checkout.look, framers }))
        .route("/", sandboxPages({ box, payloom, merchant, assets }))
        .route("/", shop(demo, assets))
        .route("/", livePages({ payloom, assets, stopping })),
      rateLimit: rateLimit(requestsPerSecond),
      onRequest: (request) => log[request.status >= 500 ? "error" : "info"](request, "request")
    })
    return { serving, credentials }
  } catch (error) {
    await payloom.close()
    throw error
  }
}

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** Where a server that listens on all addresses of this machine reaches itself. */
const ownAddress = (host: string, port: number): string => {
  const all: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" }
  return addressOf(all[host] ?? host, port)
}

const say = ({ json }: ServerOptions, url: string, credentials: SandboxCredentials): void => {
  const { tenant: _, ...keys } = credentials
  const text = json ? JSON.stringify({ url, ...keys }) : welcome(url, credentials)
  process.stdout.write(`${text}\n`)
}

/** Finishes what runs, and leaves then. */
const stop = (serving: Serving, leave: () => void): void => {
  serving.close().then(leave, (error: unknown) => {
    log.error({ error: String(error) }, "stopping failed")
    process.exit(1)
  })
}

const options = readOptions(process.argv.slice(2))
if ("usage" in options) {
  const { usage, complaint } = options
  if (complaint !== null) process.stderr.write(`${complaint}\n`)
  process.stdout.write(`${usage}\n`)
  process.exitCode = complaint === null ? 0 : 2
} else {
  await startOrSayWhy(() => start(options))
}
