import type { SessionAppearance } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import type { Framers } from "@payloom/example-kit/framers"
import { paymentPolicy } from "@payloom/example-kit/sandboxPages"
import { safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import { html, raw } from "hono/html"
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

/** The dependencies of a page. */
export interface HostedPageOptions {
  /** A provider whose fields replace Payloom's card fields. */
  readonly provider?: PageProvider
  /** Returns the published look of a session, or the usual look for an unknown session. */
  readonly look: (session: string) => Promise<SessionAppearance>
  /** Returns the origins whose pages may show the page in a frame. */
  readonly framers: Framers
}

/** A page of a session, before its script runs. */
interface HostedPage extends HostedPageOptions {
  /** The path, with `:id` for the session. */
  readonly path: string
  readonly title: string
  /** The sentence for a browser without JavaScript. */
  readonly withoutScript: string
  readonly assets: () => Promise<PageAssets>
}

interface PageAssets {
  readonly script: Asset
  readonly style: Asset
}

/**
 * Serves a page of a session. The id in its path selects the merchant's published look from the
 * first frame on. All other data of the session is requested with the token in the fragment, which
 * stays in the browser.
 */
export const hostedPage = (page: HostedPage): Hono => {
  const { path, assets, look, framers, provider } = page
  const app = new Hono()
  app.get(path, async (context) => {
    const made = await assets()
    // If the look can't be read, the page itself shows the error, and how to try again.
    const frame = firstFrame(await look(context.req.param("id") ?? "").catch(() => null))
    const policy = paymentPolicy(made.script, {
      styleHash: frame.styleHash,
      framers: await framers(),
      ...(provider === undefined ? {} : { provider })
    })
    return safely(context, policy).html(documentOf(page, made, frame))
  })
  return app
}

const documentOf = (
  { title, withoutScript, provider }: HostedPage,
  { script, style }: PageAssets,
  frame: FirstFrame
) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
<style>${raw(frame.style)}</style>
${provider && html`<script src="${provider.script}" defer></script>`}
<script src="${script.path}" integrity="${script.hash}" defer></script>
</head>
<body>
<main data-look="${frame.look}" data-provider-key="${provider?.key ?? ""}">
<h1>${title}</h1>
<noscript><p>${withoutScript}</p></noscript>
</main>
</body>
</html>
`
