import { Hono } from "hono"
import { html } from "hono/html"
import { bankLayout, question } from "./bankLayout.ts"
import type { LinkedAsset } from "./bundle.ts"
import type { Framers } from "./framers.ts"
import { formTooLong, readForm } from "./readForm.ts"
import { policy, safely } from "./securityHeaders.ts"

/** The path of the sandbox issuer's pages. */
export const challengePath = "/sandbox/3ds"

/** The dependencies of the issuer's pages. */
export interface ChallengePagesOptions {
  readonly assets: () => Promise<{
    readonly bankStyle: LinkedAsset
    readonly challengeScript: LinkedAsset
  }>
  /** The origins whose pages may show the challenge in a frame. */
  readonly framers: Framers
  /** Passes or fails the challenge of a 3DS session. */
  readonly answer: (reference: string, passed: boolean) => Promise<void>
}

/** Serves the sandbox issuer's challenge, which the merchant's page shows in a frame. */
export const challengePages = ({ assets, framers, answer }: ChallengePagesOptions): Hono => {
  const app = new Hono()
  app.get(`${challengePath}/:id`, async (context) => {
    const { bankStyle, challengeScript } = await assets()
    return safely(context, challengePolicy(challengeScript, await framers())).html(
      challenge(bankStyle, challengeScript)
    )
  })
  app.post(`${challengePath}/:id`, async (context) => {
    const form = await readForm(context)
    if (form === null) return formTooLong(context)
    const { bankStyle, challengeScript } = await assets()
    await answer(context.req.param("id"), form.get("outcome") === "passed")
    const page = done(bankStyle, challengeScript)
    return safely(context, challengePolicy(challengeScript, await framers())).html(page)
  })
  return app
}

const challengePolicy = ({ hash }: LinkedAsset, framers: string): string =>
  policy({
    "script-src": `'${hash}'`,
    "style-src": "'self'",
    "img-src": "data:",
    "form-action": "'self'",
    "frame-ancestors": framers
  })

const challenge = (style: LinkedAsset, script: LinkedAsset) =>
  bankLayout(
    style,
    html`<p>Is it you who is paying?</p>
${question({ text: "Yes, confirm", value: "passed" }, { text: "No, refuse", value: "failed" })}`,
    script
  )

const done = (style: LinkedAsset, script: LinkedAsset) =>
  bankLayout(style, html`<p>Thank you. You are being taken back.</p>`, script)
