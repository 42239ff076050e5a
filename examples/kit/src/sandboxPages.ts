import type { Sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { Hono } from "hono"
import { html } from "hono/html"
import type { Asset } from "./bundle.ts"
import { challengePages } from "./challengePages.ts"
import { policy, safely } from "./securityHeaders.ts"

/** Where these pages are; none of them has another prefix, as their files know their addresses. */
export const sandboxPaths = ["/card-fields", "/sandbox/3ds/:id", "/assets/:name"]

/** Everything that an application's pages load: its own files beside these. */
export interface PageAssets {
  readonly cardFieldsScript: Asset
  readonly challengeScript: Asset
  readonly style: Asset
}

/**
 * What the sandbox shows to payers: the card fields' own document at `/card-fields`, and the
 * issuer's page. Serves the application's bundled files too.
 */
export const sandboxPages = (box: Sandbox, assets: PageAssets): Hono => {
  const { cardFieldsScript, challengeScript: script, style } = assets
  const app = new Hono()
  app.get("/card-fields", (context) =>
    safely(context, cardFieldsPolicy(cardFieldsScript)).html(
      cardFieldsPage(cardFieldsScript, JSON.stringify(box.publicKey))
    )
  )
  app.get("/assets/:name", (context) => {
    const asset = Object.values<Asset>({ ...assets }).find(({ path }) => path === context.req.path)
    if (asset === undefined) return context.notFound()
    return context.body(asset.text, 200, {
      "Content-Type": `${asset.type}; charset=utf-8`,
      "Cache-Control": "public, max-age=31536000, immutable",
      // The card fields' frame has no origin, so to it its own script is another's.
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff"
    })
  })
  const answer = (reference: string, passed: boolean) =>
    Effect.runPromise(box.answerChallenge(reference, passed))
  return app.route("/", challengePages({ assets: async () => ({ style, script }), answer }))
}

/**
 * The policy of a page of the application's own that takes payments: its one script and its style,
 * calls and frames of this origin, and nothing inline.
 */
export const paymentPolicy = ({ hash }: Asset): string =>
  policy({
    "script-src": `'${hash}'`,
    "style-src": "'self'",
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
