import { Hono } from "hono"
import { html } from "hono/html"
import type { Asset } from "./bundle.ts"
import { policy, safely } from "./securityHeaders.ts"

/** Where the sandbox's issuer meets payers. */
export const challengePath = "/sandbox/3ds"

/** What the sandbox's issuer is made with. */
export interface ChallengePagesOptions {
  readonly assets: () => Promise<{ readonly style: Asset; readonly script: Asset }>
  /** The payer passes or fails the challenge of a 3DS session. */
  readonly answer: (reference: string, passed: boolean) => Promise<void>
}

/** The page on which the sandbox's issuer asks the payer, in a frame of the merchant's page. */
export const challengePages = ({ assets, answer }: ChallengePagesOptions): Hono => {
  const app = new Hono()
  app.get(`${challengePath}/:id`, async (context) => {
    const { style, script } = await assets()
    return safely(context, challengePolicy(script)).html(question(style))
  })
  app.post(`${challengePath}/:id`, async (context) => {
    const { style, script } = await assets()
    const { outcome } = await context.req.parseBody()
    await answer(context.req.param("id"), outcome === "passed")
    return safely(context, challengePolicy(script)).html(done(style, script))
  })
  return app
}

const challengePolicy = ({ hash }: Asset): string =>
  policy({
    "script-src": `'${hash}'`,
    "style-src": "'self'",
    "img-src": "data:",
    "form-action": "'self'",
    "frame-ancestors": "'self'"
  })

const page = (style: Asset, head: unknown, body: unknown) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox bank</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
${head}
</head>
<body><main>${body}</main></body>
</html>
`

const question = (style: Asset) =>
  page(
    style,
    "",
    html`<h1>Sandbox bank</h1>
<p>Is it you who is paying? No real bank is asking.</p>
<form method="post">
<p><button name="outcome" value="passed">Yes, confirm</button>
<button name="outcome" value="failed">No, refuse</button></p>
</form>`
  )

const done = (style: Asset, script: Asset) =>
  page(
    style,
    html`<script src="${script.path}" integrity="${script.hash}" defer></script>`,
    html`<h1>Sandbox bank</h1><p>Thank you. You are being taken back.</p>`
  )
