import { compression } from "@payloom/adapter-http/node"
import { webhookSender } from "@payloom/adapter-webhooks"
import { consolePages } from "@payloom/cli"
import { assetFiles } from "@payloom/example-kit/assetFiles"
import { framersOf } from "@payloom/example-kit/framers"
import { allowReturnsTo } from "@payloom/example-kit/sandboxAccount"
import { stripe, stripeVault } from "@payloom/provider-stripe"
import { Hono } from "hono"
import type { Scene, Stage } from "../Scene.ts"
import { consoleAccessOf, engineOn, logConsole, serveOn, urlOf } from "../serving.ts"
import { apiDocs } from "../web/apiDocs.ts"
import { payPages } from "../web/payPages.ts"
import { portalPages } from "../web/portalPages.ts"
import type { StripeKeys } from "./readStripeKeys.ts"
import { stripeAssetsOnDemand, stripePage } from "./stripePage.ts"
import { stripeCredentials, stripeTenant } from "./stripeTenant.ts"

/** Serves Stripe: its fields on the hosted page, its vault, and a merchant with one account. */
export const stripeScene = async (stage: Stage, keys: StripeKeys): Promise<Scene> => {
  const { deployment, stopping } = stage
  const url = urlOf(stage)
  const access = consoleAccessOf(stage, { kind: "nobody", reason: moneyMoves })
  const at = { ...keys.address, environment: keys.mode, accountOf: () => keys.account }
  const provider = stripe({ ...at, threeDs: "client_side" })
  const payloom = await engineOn(stage, {
    providers: [provider],
    vault: stripeVault({ ...at, credentialsOf: () => stripeCredentials }),
    secret: deployment.secret(),
    webhooks: webhookSender(),
    options: { drainMs: 10_000, hostedPage: url }
  })
  try {
    const { currencies } = provider.capabilities
    const [first = "EUR", ...others] = currencies === "any" ? [] : currencies
    const tenant = await stripeTenant(
      payloom,
      keys.mode,
      [first, ...others],
      deployment.credentialsFile
    )
    const { merchant } = tenant
    await allowReturnsTo(payloom, merchant, url)
    const assets = stripeAssetsOnDemand()
    const framers = framersOf(payloom, merchant)
    const fields = stripePage(keys)
    const { look } = merchant.portalSessions
    const pages = new Hono()
      .use(compression())
      .route("/", assetFiles(assets))
      .route("/", apiDocs(payloom))
      .route("/", payPages({ assets, look: merchant.checkout.look, framers, provider: fields }))
      .route("/", portalPages({ assets, look, framers, provider: fields }))
      .route(
        "/",
        consolePages({ payloom, startAt: merchant.scope, access, stopping, onRequest: logConsole })
      )
    await payloom.reporting.run()
    const serving = await serveOn(stage, payloom, pages)
    const printed = {
      url: serving.url,
      secret_key: tenant.secretKey,
      publishable_key: tenant.publishableKey,
      webhook_url: `${url}/providers/${tenant.mid}/notifications`
    }
    return { serving, welcome: welcomeOf(printed, keys), printed }
  } catch (error) {
    await payloom.close()
    throw error
  }
}

const moneyMoves = "real or test money of a provider moves here"

interface Printed {
  readonly url: string
  readonly secret_key: string
  readonly publishable_key: string
  readonly webhook_url: string
}

const welcomeOf = (
  { url, secret_key, publishable_key, webhook_url }: Printed,
  { mode, account }: StripeKeys
): string => {
  const note = account.webhookSecrets.length > 0 ? "" : " (set STRIPE_WEBHOOK_SECRET)"
  return `Payloom is listening on ${url}, and charges at Stripe in its ${mode} mode.

  ${url}/console is for operators. It needs PAYLOOM_CONSOLE_PASSWORD.

  Secret key       ${secret_key}
  Publishable key  ${publishable_key}
  API              ${url}/docs, and as OpenAPI ${url}/openapi.json
  Stripe's events  ${webhook_url}${note}

A page to pay on, at the url of what this answers:

curl ${url}/v1/checkout_sessions \\
  -H "Authorization: Bearer ${secret_key}" \\
  -H "Idempotency-Key: session-${Date.now().toString(36)}" \\
  -d '{"amount":"1250","currency":"EUR","publishable_key":"${publishable_key}"}'
`
}
