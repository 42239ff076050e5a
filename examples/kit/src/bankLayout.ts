import { html } from "hono/html"
import type { Asset } from "./bundle.ts"

type Html = ReturnType<typeof html> | string

/** What all pages of the sandbox's bank look like: the bank's, and no merchant's. */
export const bankLayout = (style: Asset, body: Html, head: Html = "") => html`<!doctype html>
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
<body>
<main>
<h1>Sandbox bank</h1>
${body}
</main>
</body>
</html>
`

/** Asks yes or no; the form's field `outcome` is one of the two values. */
export const question = (values: { readonly yes: string; readonly no: string }) =>
  html`<form method="post">
<button class="yes" name="outcome" value="${values.yes}">Yes, confirm</button>
<button name="outcome" value="${values.no}">No, refuse</button>
</form>
<p class="note">No real bank is asking, and no money moves.</p>`
