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

/** Where these pages are; none of them has another prefix, as their files know their addresses. */
export const sandboxPaths = [
  "/card-fields",
  `${challengePath}/:id`,
  `${bankPath}/:reference`,
  "/assets/:name",
  "/assets/languages/:name"
]

/** Tells a sandbox where payers find its pages, on a server at this address. */
export const pagesAt = (url: string) => ({
  challengePage: url + challengePath,
  bankPage: url + bankPath
})

/** What the sandbox's pages load. */
interface SandboxAssets {
  readonly cardFieldsScript: Asset
  readonly challengeScript: Asset
  readonly bankStyle: Asset
}

/** What the sandbox's pages are made with. */
export interface SandboxPagesOptions {
  readonly box: Sandbox
  readonly payloom: Payloom
  /** Whose merchant accounts the bank notifies. */
  readonly merchant: Merchant
  /** All files of the application's pages; those that its own pages load are served too. */
  readonly assets: () => Promise<SandboxAssets>
}

/**
 * What the sandbox shows to payers: the card fields' own document at `/card-fields`, the issuer's
 * page and the bank's. Serves the application's bundled files too.
 */
export const sandboxPages = ({ box, payloom, merchant, assets }: SandboxPagesOptions): Hono => {
  const app = new Hono()
  const framers = framersOf(payloom, merchant)
  app.get("/card-fields", async (context) => {
    const { cardFieldsScript } = await assets()
    const page = cardFieldsPage(cardFieldsScript, JSON.stringify(box.publicKey))
    return safely(context, cardFieldsPolicy(cardFieldsScript, await framers())).html(page)
  })
  // The bank lives in the engine's time, which may be another than this machine's.
  const run = <A>(effect: Effect.Effect<A>): Promise<A> =>
    Effect.runPromise(Effect.provideService(effect, Clock.Clock, payloom.services.clock))
  const answer = (reference: string, passed: boolean) => run(box.answerChallenge(reference, passed))
  const notify = bankNotifications(payloom, merchant, box)
  return app
    .route("/", assetFiles(assets))
    .route("/", challengePages({ assets, framers, answer }))
    .route("/", bankPages({ bank: box.bank, assets, notify, run }))
}

/** What a page that takes payments may have beside its own files. */
export interface PaymentPage {
  /** The hash of a style within the page. */
  readonly styleHash?: string
  /** Whose pages may show it in a frame; nobody's where nothing is said. */
  readonly framers?: string
  /** A provider whose script the page loads, and whom that talks to. */
  readonly provider?: { readonly script: string; readonly origins: ReadonlyArray<string> }
}

/**
 * The policy of a page of the application's own that takes payments: its one script and its style,
 * calls and frames of this origin, and nothing inline but a style of this hash, where one is given.
 * What a provider's script does is the provider's: it has its origins, and no trusted types.
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

/** No origin, no network, no frame but the merchant's: what is typed has nowhere to go. */
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
