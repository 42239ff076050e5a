import type { SessionAppearance } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import type { Framers } from "@payloom/example-kit/framers"
import { paymentPolicy } from "@payloom/example-kit/sandboxPages"
import { safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import { html, raw } from "hono/html"
import { type Assets, bundle } from "./bundle.ts"
import { type FirstFrame, firstFrame } from "./firstFrame.ts"

/** A provider whose script puts its own card fields on the page. */
export interface PageProvider {
  /** The address of its script. */
  readonly script: string
  /** The account's key for pages, which is no secret. */
  readonly key: string
  /** Whom its script talks to, and shows frames of. */
  readonly origins: ReadonlyArray<string>
}

/** What the hosted page is made with. */
export interface PayPagesOptions {
  readonly assets: () => Promise<Pick<Assets, "payScript" | "payStyle">>
  /** Where cards are typed into a provider's fields, and not into Payloom's. */
  readonly provider?: PageProvider
  /** The published look of a session; the usual one where there is no such session. */
  readonly look: (session: string) => Promise<SessionAppearance>
  /** Whose pages may show it in a frame. */
  readonly framers: Framers
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
 * The hosted page at `/pay/{id}`. By the id it is painted as its merchant published it, from the
 * first frame on; all else that differs from session to session is asked for with the token in the
 * fragment, and that stays in the browser.
 */
export const payPages = ({ assets, look, framers, provider }: PayPagesOptions): Hono => {
  const app = new Hono()
  app.get("/pay/:id", async (context) => {
    const { payScript, payStyle } = await assets()
    // Where the look can't be read the page itself says what is wrong, and how to try again.
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
