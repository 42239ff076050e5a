import { html } from "hono/html"
import type { LinkedAsset } from "./bundle.ts"
import { type Html, page } from "./page.ts"

/** The layout of the sandbox bank's pages, which differs from every merchant's. */
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

/** Shows two buttons. The field `outcome` has the value of the pressed button. */
export const question = (yes: Choice, no: Choice) =>
  html`<form method="post">
<button class="yes" name="outcome" value="${yes.value}">${yes.text}</button>
<button name="outcome" value="${no.value}">${no.text}</button>
</form>
<p class="note">No real bank is asking, and no money moves.</p>`
