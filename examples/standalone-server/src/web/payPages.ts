import type { SessionAppearance } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import type { Framers } from "@payloom/example-kit/framers"
import { paymentPolicy } from "@payloom/example-kit/sandboxPages"
import { safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import { html, raw } from "hono/html"
import { type Assets, bundle } from "./bundle.ts"
import { type FirstFrame, firstFrame } from "./firstFrame.ts"

/** A provider whose script adds its own card fields to the page. */
export interface PageProvider {
  /** The address of the script. */
  readonly script: string
  /** The account's key for pages, which isn't secret. */
  readonly key: string
  /** The origins that the script calls and shows in frames. */
  readonly origins: ReadonlyArray<string>
}

/** The dependencies of the hosted page. */
export interface PayPagesOptions {
  readonly assets: () => Promise<Pick<Assets, "payScript" | "payStyle">>
  /** A provider whose fields replace Payloom's card fields. */
  readonly provider?: PageProvider
  /** Returns the published look of a session, or the usual look for an unknown session. */
  readonly look: (session: string) => Promise<SessionAppearance>
  /** Returns the origins whose pages may show the page in a frame. */
  readonly framers: Framers
}

/** Returns the bundle, which is created for the first page. API calls don't wait for it. */
export const assetsOnDemand = (): (() => Promise<Assets>) => {
  let made: Promise<Assets> | undefined
  return () => {
    made ??= bundle()
    return made
  }
}

/**
 * Serves the hosted page at `/pay/{id}`. The id selects the merchant's published look from the
 * first frame on. All other data of the session is requested with the token in the fragment, which
 * stays in the browser.
 */
export const payPages = ({ assets, look, framers, provider }: PayPagesOptions): Hono => {
  const app = new Hono()
  app.get("/pay/:id", async (context) => {
    const { payScript, payStyle } = await assets()
    // If the look can't be read, the page itself shows the error, and how to try again.
    const frame = firstFrame(await look(context.req.param("id")).catch(() => null))
    const page = payPage(payScript, payStyle, frame, provider)
    const { styleHash } = frame
    const policy = paymentPolicy(payScript, {
      styleHash,
      framers: await framers(),
      ...(provider === undefined ? {} : { provider })
    })
    return safely(context, policy).html(page)
  })
  return app
}

const payPage = (
  script: Asset,
  style: Asset,
  frame: FirstFrame,
  provider?: PageProvider
) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
<style>${raw(frame.style)}</style>
${provider && html`<script src="${provider.script}" defer></script>`}
<script src="${script.path}" integrity="${script.hash}" defer></script>
</head>
<body>
<main data-look="${frame.look}" data-provider-key="${provider?.key ?? ""}">
<h1>Payment</h1>
<noscript><p>Please turn on JavaScript to pay.</p></noscript>
</main>
</body>
</html>
`
