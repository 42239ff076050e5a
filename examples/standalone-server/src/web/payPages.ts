import type { SessionLook } from "@payloom/core"
import { policy, safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import { html, raw } from "hono/html"
import { type Asset, type Assets, bundle } from "./bundle.ts"
import { type FirstFrame, firstFrame } from "./firstFrame.ts"

/** What the pages of a payer are made with. */
export interface PayPagesOptions {
  /** The card vault's public key, as JSON. */
  readonly vaultKey: string
  readonly assets: () => Promise<Assets>
  /** The published look of a session; the usual one where there is no such session. */
  readonly look: (session: string) => Promise<SessionLook>
}

/** The bundle, made when the first page is asked for: who only uses the API doesn't wait for it. */
export const assetsOnDemand = (): (() => Promise<Assets>) => {
  let made: Promise<Assets> | undefined
  return () => {
    made ??= bundle()
    return made
  }
}

/**
 * The hosted page at `/pay/{id}`, and the card fields' own document. By the id the page is
 * painted as its merchant published it, from the first frame on; all else that differs from session
 * to session is asked for with the token in the fragment, and that stays in the browser.
 */
export const payPages = ({ vaultKey, assets, look }: PayPagesOptions): Hono => {
  const app = new Hono()
  app.get("/pay/:id", async (context) => {
    const { payScript, payStyle } = await assets()
    // Where the look can't be read the page itself says what is wrong, and how to try again.
    const frame = firstFrame(await look(context.req.param("id")).catch(() => null))
    const page = payPage(payScript, payStyle, frame)
    return safely(context, payPolicy(payScript, frame)).html(page)
  })
  app.get("/card-fields", async (context) => {
    const { cardFieldsScript } = await assets()
    const page = cardFieldsPage(cardFieldsScript, vaultKey)
    return safely(context, cardFieldsPolicy(cardFieldsScript)).html(page)
  })
  app.get("/assets/:name", async (context) => {
    const asset = Object.values(await assets()).find(({ path }) => path === context.req.path)
    if (asset === undefined) return context.notFound()
    return context.body(asset.text, 200, {
      "Content-Type": `${asset.type}; charset=utf-8`,
      "Cache-Control": "public, max-age=31536000, immutable",
      // The card fields' frame has no origin, so to it its own script is another's.
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff"
    })
  })
  return app
}

const payPolicy = ({ hash }: Asset, { styleHash }: FirstFrame): string =>
  policy({
    "script-src": `'${hash}'`,
    "style-src": `'self' '${styleHash}'`,
    "connect-src": "'self'",
    "frame-src": "'self'",
    "img-src": "data:",
    "trusted-types": "lit-html",
    "require-trusted-types-for": "'script'",
    "frame-ancestors": "'none'"
  })

/** No origin, no network, nobody's frame but the page's: what is typed has nowhere to go. */
const cardFieldsPolicy = ({ hash }: Asset): string =>
  policy({
    "script-src": `'${hash}'`,
    "trusted-types": "lit-html",
    "require-trusted-types-for": "'script'",
    "frame-ancestors": "'self'",
    sandbox: "allow-scripts"
  })

const payPage = (script: Asset, style: Asset, frame: FirstFrame) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
<style>${raw(frame.style)}</style>
<script src="${script.path}" integrity="${script.hash}" defer></script>
</head>
<body>
<main data-look="${frame.look}">
<h1>Payment</h1>
<noscript><p>Please turn on JavaScript to pay.</p></noscript>
</main>
</body>
</html>
`

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
