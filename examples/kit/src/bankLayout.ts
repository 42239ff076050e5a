import { html } from "hono/html"
import type { LinkedAsset } from "./bundle.ts"
import { type Html, page } from "./page.ts"

/** What all pages of the sandbox's bank look like: the bank's, and no merchant's. */
export const bankLayout = (style: LinkedAsset, body: Html | string, script?: LinkedAsset) =>
  page({
    title: "Sandbox bank",
    style,
    script,
    body: html`<h1>Sandbox bank</h1>
${body}`
  })

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
