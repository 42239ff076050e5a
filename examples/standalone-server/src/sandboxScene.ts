import { compression } from "@payloom/adapter-http/node"
import { webhookSender } from "@payloom/adapter-webhooks"
import { consolePages } from "@payloom/cli"
import { framersOf } from "@payloom/example-kit/framers"
import { allowReturnsTo } from "@payloom/example-kit/sandboxAccount"
import { pagesAt, sandboxPages } from "@payloom/example-kit/sandboxPages"
import { sandbox } from "@payloom/testkit"
import { Hono } from "hono"
import { watchedProviders } from "./demo/chargesInFlight.ts"
import { demoClock } from "./demo/demoClock.ts"
import { passTimeOf } from "./demo/passTime.ts"
import type { Scene, Stage } from "./Scene.ts"
import { sandboxTenant } from "./sandboxTenant.ts"
import { consoleAccessOf, engineOn, logConsole, ownAddress, serveOn, urlOf } from "./serving.ts"
import { coffeeClub } from "./shop/club.ts"
import { shopSecret, webhookPath } from "./shop/fulfilment.ts"
import { shop } from "./shop/shop.ts"
import { apiDocs } from "./web/apiDocs.ts"
import { assetsOnDemand, payPages } from "./web/payPages.ts"
import { portalPages } from "./web/portalPages.ts"
import { welcome } from "./welcome.ts"

/** The timeout of a provider's answer. */
const providerTimeoutMs = 3000

/** Serves the sandbox instead of real providers, with a demo shop. */
export const sandboxScene = async (stage: Stage): Promise<Scene> => {
  const { deployment, stopping } = stage
  const access = consoleAccessOf(stage, { kind: "everybody" })
  const url = urlOf(stage)
  const secret = deployment.secret()
  const box = sandbox({ secret, journal: deployment.bankJournal, ...pagesAt(url) })
  // The clock of real payments must never be moved. This one is for the sandbox and its shop.
  const clock = demoClock(deployment.clockFile)
  const { providers, isCharging } = watchedProviders(box.providers, providerTimeoutMs)
  const payloom = await engineOn(stage, {
    clock,
    providers,
    vault: box.vault,
    threeDs: box.threeDs,
    accountUpdater: box.accountUpdater,
    secret,
    webhooks: webhookSender(),
    options: { providerTimeoutMs, drainMs: 10_000, hostedPage: url }
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
    // The shop's own address, even if browsers use another one.
    const webhookSecret = await shopSecret(merchant, `${ownAddress(stage)}${webhookPath}`)
    const demo = {
      ...{ url, secretKey, publishableKey, webhookSecret },
      ...{ payloom, merchant, box, passTime, clock }
    }
    // Pages for browsers. The engine serves all other paths.
    const pages = new Hono()
      .use(compression())
      .route("/", payPages({ assets, look: merchant.checkout.look, framers }))
      .route("/", portalPages({ assets, look: merchant.portalSessions.look, framers }))
      .route("/", sandboxPages({ box, payloom, merchant, assets }))
      .route("/", shop(demo, assets))
      .route("/", apiDocs(payloom))
      .route(
        "/",
        consolePages({ payloom, startAt: merchant.scope, access, stopping, onRequest: logConsole })
      )
    await payloom.reporting.run()
    const serving = await serveOn(stage, payloom, pages)
    const { tenant: _, ...keys } = credentials
    return {
      serving,
      welcome: welcome(serving.url, credentials),
      printed: { url: serving.url, ...keys }
    }
  } catch (error) {
    await payloom.close()
    throw error
  }
}
