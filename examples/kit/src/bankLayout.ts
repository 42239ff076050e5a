import { html } from "hono/html"
import type { LinkedAsset } from "./bundle.ts"

type Html = ReturnType<typeof html> | string

/** What all pages of the sandbox's bank look like: the bank's, and no merchant's. */
export const bankLayout = (style: LinkedAsset, body: Html, head: Html = "") => html`<!doctype html>
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

interface Choice {
  readonly text: string
  readonly value: string
}

/** Asks yes or no; the form's field `outcome` has the value of the one that was pressed. */
export const question = (yes: Choice, no: Choice) =>
  html`<form method="post">
<button class="yes" name="outcome" value="${yes.value}">${yes.text}</button>
<button name="outcome" value="${no.value}">${no.text}</button>
</form>
<p class="note">No real bank is asking, and no money moves.</p>`
