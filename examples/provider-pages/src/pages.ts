import { languagePages } from "@payloom/example-kit/assetFiles"
import type { Asset } from "@payloom/example-kit/bundle"
import { policy, safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import { html } from "hono/html"

/** A page with a provider's fields. */
export interface ProviderPage {
  /** The path, such as `/stripe`. */
  readonly path: string
  /** The provider's script. Only this page loads it. */
  readonly providerScript: string
  /** The provider's stylesheet. Null if there is none. */
  readonly providerStyle: string | null
  /** The origins that the script calls and shows in frames. */
  readonly providerOrigins: ReadonlyArray<string>
  readonly script: Asset
  readonly style: Asset
  /** The account's key for pages, which isn't secret. */
  readonly providerKey: string
}

/** Serves a page with the checkout and the provider's script. */
export const providerPage = (page: ProviderPage): Hono => {
  const app = new Hono()
  app.get(page.path, (context) => safely(context, policyOf(page)).html(documentOf(page)))
  for (const { path, text, type } of [page.script, page.style]) {
    app.get(path, (context) => context.body(text, 200, { "content-type": type }))
  }
  return app.route("/", languagePages())
}

/** Allows calls to and frames of the provider's origins only. */
const policyOf = ({ script, providerScript, providerStyle, providerOrigins }: ProviderPage) => {
  const theirs = providerOrigins.join(" ")
  const style = providerStyle === null ? "" : new URL(providerStyle).origin
  return policy({
    "script-src": `'${script.hash}' ${new URL(providerScript).origin}`,
    "style-src": `'self' 'unsafe-inline' ${style}`,
    "connect-src": `'self' ${theirs}`,
    "frame-src": `'self' ${theirs}`,
    "img-src": `data: ${theirs}`
  })
}

const documentOf = ({ script, style, providerScript, providerStyle, providerKey }: ProviderPage) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment</title>
<link rel="icon" href="data:,">
${providerStyle && html`<link rel="stylesheet" href="${providerStyle}">`}
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
<script src="${providerScript}" defer></script>
<script src="${script.path}" integrity="${script.hash}" defer></script>
</head>
<body><main data-provider-key="${providerKey}"></main></body>
</html>
`
