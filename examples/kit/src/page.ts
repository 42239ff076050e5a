import { html } from "hono/html"
import type { LinkedAsset } from "./bundle.ts"

/** A part of a page. */
export type Html = ReturnType<typeof html>

/** The parts of a page. */
export interface PageParts {
  readonly title: string
  readonly style: LinkedAsset
  /** A script that runs once the page is parsed. */
  readonly script?: LinkedAsset | undefined
  readonly body: Html
}

/** Returns a whole page. It is light or dark as the browser prefers. */
export const page = ({ title, style, script, body }: PageParts) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
${script && html`<script src="${script.path}" integrity="${script.hash}" defer></script>`}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
