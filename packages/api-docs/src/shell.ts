import { commonHeaders, pagePolicy } from "./headers.ts"
import { pageFiles } from "./pageFiles.ts"

/** The data of the page. */
export interface ShellData {
  /** The path of the page. */
  readonly base: string
  readonly allowLiveKeys: boolean
}

/** Answers the page itself. */
export const shell = async (data: ShellData): Promise<Response> => {
  const { script, style } = await pageFiles()
  const { base } = data
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="api-docs" content="${escaped(JSON.stringify(data))}">
<title>Payloom API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/assets/${style}">
<script src="${base}/assets/${script}" defer></script>
</head>
<body>
<div id="api-docs"></div>
<noscript>
Please turn on JavaScript, or read <a href="${base}/openapi.json">the document</a>.
</noscript>
</body>
</html>
`
  return new Response(html, {
    headers: {
      ...commonHeaders,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy,
      "Cache-Control": "no-store"
    }
  })
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
