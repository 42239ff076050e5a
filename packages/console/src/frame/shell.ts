import type { Scope } from "@payloom/core"
import { pageFiles } from "../pageFiles.ts"
import { commonHeaders, pagePolicy } from "./headers.ts"
import { newToken, tokenCookie, tokenOf } from "./sameOrigin.ts"

/** The data of the page's document. */
export interface ShellData {
  /** The path of the console. */
  readonly base: string
  /** The token that the page repeats in its requests. */
  readonly token: string
  /** A sentence above every page, such as that this is a demo. Null if there is none. */
  readonly notice: string | null
  /** The account of the console's bare address. Null for the first that the person may see. */
  readonly startAt: Scope | null
}

/** Answers the document of the page. All addresses of the console have the same document. */
export const shell = async (
  request: Request,
  given: Omit<ShellData, "token">
): Promise<Response> => {
  const { script, style } = await pageFiles()
  const nonce = newToken()
  const known = tokenOf(request)
  const token = known ?? newToken()
  const { base } = given
  const data: ShellData = { ...given, token }
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="console" content="${escaped(JSON.stringify(data))}">
<title>Payloom</title>
<link rel="icon" href="${base}/assets/icon.svg">
<link rel="stylesheet" nonce="${nonce}" href="${base}/assets/${style.name}">
<script nonce="${nonce}" src="${base}/assets/${script.name}" defer></script>
</head>
<body>
<div id="console"></div>
<noscript>Please turn on JavaScript to use the console.</noscript>
</body>
</html>
`
  const headers = new Headers({
    ...commonHeaders,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": pagePolicy(nonce),
    "Cache-Control": "no-store"
  })
  if (known === null) headers.set("Set-Cookie", tokenCookie(request, token))
  return new Response(html, { headers })
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/** The icon of the page in the browser's tab. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" \
height="32" rx="8" fill="#1f6f5c"/><path d="M10 24V8h7a5.5 5.5 0 0 1 0 11h-7" fill="none" \
stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
