import type { SessionAppearance } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import type { Framers } from "@payloom/example-kit/framers"
import { paymentPolicy } from "@payloom/example-kit/sandboxPages"
import { safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import { html, raw } from "hono/html"
import type { Assets } from "./bundle.ts"
import { type FirstFrame, firstFrame } from "./firstFrame.ts"
import type { PageProvider } from "./payPages.ts"

/** The dependencies of the portal's page. */
export interface PortalPagesOptions {
  readonly assets: () => Promise<Pick<Assets, "portalScript" | "payStyle">>
  /** A provider whose fields replace Payloom's card fields. */
  readonly provider?: PageProvider
  /** Returns the published look of a portal session, or the usual look for an unknown session. */
  readonly look: (session: string) => Promise<SessionAppearance>
  /** Returns the origins whose pages may show the page in a frame. */
  readonly framers: Framers
}

/**
 * Serves the customer portal at `/manage/{id}`. The id selects the merchant's published look from
 * the first frame on. All other data is requested with the token in the fragment, which stays in
 * the browser.
 */
export const portalPages = ({ assets, look, framers, provider }: PortalPagesOptions): Hono => {
  const app = new Hono()
  app.get("/manage/:id", async (context) => {
    const { portalScript, payStyle } = await assets()
    // If the look can't be read, the page itself shows the error, and how to try again.
    const frame = firstFrame(await look(context.req.param("id")).catch(() => null))
    const { styleHash } = frame
    const policy = paymentPolicy(portalScript, {
      styleHash,
      framers: await framers(),
      ...(provider === undefined ? {} : { provider })
    })
    return safely(context, policy).html(portalPage(portalScript, payStyle, frame, provider))
  })
  return app
}

const portalPage = (
  script: Asset,
  style: Asset,
  frame: FirstFrame,
  provider?: PageProvider
) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Your account</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
<style>${raw(frame.style)}</style>
${provider && html`<script src="${provider.script}" defer></script>`}
<script src="${script.path}" integrity="${script.hash}" defer></script>
</head>
<body>
<main data-look="${frame.look}" data-provider-key="${provider?.key ?? ""}">
<h1>Your account</h1>
<noscript><p>Please turn on JavaScript to see your account.</p></noscript>
</main>
</body>
</html>
`
