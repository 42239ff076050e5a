import { languagePages } from "@payloom/example-kit/assetFiles"
import type { Asset } from "@payloom/example-kit/bundle"
import { policy, safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import { html } from "hono/html"

/** A page with a provider's fields. */
export interface ProviderPage {
  /** Such as `/stripe`. */
  readonly path: string
  /** The provider's script, which this page loads and none of Payloom's does. */
  readonly providerScript: string
  /** Its stylesheet, where it has one. */
  readonly providerStyle: string | null
  /** Whom that script talks to, and shows frames of. */
  readonly providerOrigins: ReadonlyArray<string>
  readonly script: Asset
  readonly style: Asset
  /** The account's key for pages, which is no secret. */
  readonly providerKey: string
}

/** A page that the checkout is on, with the provider's script beside it. */
export const providerPage = (page: ProviderPage): Hono => {
  const app = new Hono()
  app.get(page.path, (context) => safely(context, policyOf(page)).html(documentOf(page)))
  for (const { path, text, type } of [page.script, page.style]) {
    app.get(path, (context) => context.body(text, 200, { "content-type": type }))
  }
  return app.route("/", languagePages())
}

/** Calls and frames of the provider's are allowed, and of nobody else's. */
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
