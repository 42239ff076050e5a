import type { Merchant, Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { Hono } from "hono"
import { html } from "hono/html"
import { assetFiles } from "./assetFiles.ts"
import { bankNotifications } from "./bankNotifications.ts"
import { bankPages, bankPath } from "./bankPages.ts"
import type { Asset } from "./bundle.ts"
import { challengePages, challengePath } from "./challengePages.ts"
import { framersOf } from "./framers.ts"
import { policy, safely } from "./securityHeaders.ts"

/** The paths of these pages. They are fixed, because the files contain them. */
export const sandboxPaths = [
  "/card-fields",
  `${challengePath}/:id`,
  `${bankPath}/:reference`,
  "/assets/:name",
  "/assets/languages/:name"
]

/** Returns the addresses of the sandbox's pages on a server. */
export const pagesAt = (url: string) => ({
  challengePage: url + challengePath,
  bankPage: url + bankPath
})

/** The files that the sandbox's pages load. */
interface SandboxAssets {
  readonly cardFieldsScript: Asset
  readonly challengeScript: Asset
  readonly bankStyle: Asset
}

/** The dependencies of the sandbox's pages. */
export interface SandboxPagesOptions {
  readonly box: Sandbox
  readonly payloom: Payloom
  /** The merchant whose accounts the bank notifies. */
  readonly merchant: Merchant
  /** Returns all files of the application's pages. These pages serve them all. */
  readonly assets: () => Promise<SandboxAssets>
}

/**
 * Serves the sandbox's pages for payers: the card fields' own document at `/card-fields`, the
 * issuer's page and the bank's pages. It also serves the application's bundled files.
 */
export const sandboxPages = ({ box, payloom, merchant, assets }: SandboxPagesOptions): Hono => {
  const app = new Hono()
  const framers = framersOf(payloom, merchant)
  app.get("/card-fields", async (context) => {
    const { cardFieldsScript } = await assets()
    const page = cardFieldsPage(cardFieldsScript, JSON.stringify(box.publicKey))
    return safely(context, cardFieldsPolicy(cardFieldsScript, await framers())).html(page)
  })
  // The bank uses the engine's clock, which may differ from the machine's.
  const run = <A>(effect: Effect.Effect<A>): Promise<A> =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, payloom.services.clock))
  const answer = (reference: string, passed: boolean) => run(box.answerChallenge(reference, passed))
  const notify = bankNotifications(payloom, merchant, box)
  return app
    .route("/", assetFiles(assets))
    .route("/", challengePages({ assets, framers, answer }))
    .route("/", bankPages({ bank: box.bank, assets, notify, run }))
}

/** Additional parts of a page that takes payments. */
export interface PaymentPage {
  /** The hash of an inline style. */
  readonly styleHash?: string
  /** The origins whose pages may show the page in a frame. None by default. */
  readonly framers?: string
  /** A provider's script that the page loads, and the origins that the script uses. */
  readonly provider?: { readonly script: string; readonly origins: ReadonlyArray<string> }
}

/**
 * Returns the policy of an application's page that takes payments. It allows one script, styles,
 * calls and frames of this origin, and an inline style with the given hash. If a provider's script
 * is given, its origins are allowed and trusted types aren't required.
 */
export const paymentPolicy = (
  { hash }: Asset,
  { styleHash, framers = "'none'", provider }: PaymentPage = {}
): string => {
  const theirs = provider?.origins.map((origin) => ` ${origin}`).join("") ?? ""
  return policy({
    "script-src": `'${hash}'${provider === undefined ? "" : ` ${new URL(provider.script).origin}`}`,
    "style-src": styleHash === undefined ? "'self'" : `'self' '${styleHash}'`,
    "connect-src": `'self'${theirs}`,
    "frame-src": `'self'${theirs}`,
    "img-src": `data:${theirs}`,
    ...(provider === undefined
      ? { "trusted-types": "lit-html", "require-trusted-types-for": "'script'" }
      : {}),
    "frame-ancestors": framers
  })
}

/** The policy of the card fields: no origin and no network, so typed data can't leave the frame. */
const cardFieldsPolicy = ({ hash }: Asset, framers: string): string =>
  policy({
    "script-src": `'${hash}'`,
    "trusted-types": "'none'",
    "require-trusted-types-for": "'script'",
    "frame-ancestors": framers,
    sandbox: "allow-scripts"
  })

const cardFieldsPage = (script: Asset, vaultKey: string) => html`<!doctype html>
<html lang="en" data-vault-key="${vaultKey}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Card</title>
<script src="${script.path}" integrity="${script.hash}" crossorigin defer></script>
</head>
<body></body>
</html>
`
