import type { ApiDocsOptions } from "./ApiDocsOptions.ts"
import { closedPolicy, commonHeaders } from "./headers.ts"
import { type Packed, packedDocument, servePacked } from "./packed.ts"
import { pageFiles } from "./pageFiles.ts"
import { requireOptions } from "./requireOptions.ts"
import { shell } from "./shell.ts"

/**
 * Returns a page that shows the HTTP API and sends requests to it, as a web-standard handler. Mount
 * it in your server at `basePath`, on the origin of the API: the page sends requests to its own
 * origin only.
 *
 * A visitor types a key in. The page keeps it in memory, until the tab is closed or reloaded.
 *
 * Throws a `TypeError` for options that are unknown, missing or wrong.
 *
 * @example
 * const handler = createHandler(payloom)
 * const docs = createApiDocs({ handler, basePath: "/docs" })
 * hono.all("/docs/*", ({ req }) => docs(req.raw))
 */
export const createApiDocs = (
  options: ApiDocsOptions
): ((request: Request) => Promise<Response>) => {
  requireOptions(options)
  const { basePath: base, allowLiveKeys = false } = options
  const readOnce = documentOf(options)
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== "GET" && request.method !== "HEAD") {
      return plain(405, "The page is only read.", { Allow: "GET, HEAD" })
    }
    if (pathname === base || pathname === `${base}/`) return shell({ base, allowLiveKeys })
    if (pathname === `${base}/openapi.json`) return servePacked(request, await readOnce())
    const { files } = await pageFiles()
    const file = files.find(({ name }) => pathname === `${base}/assets/${name}`)
    return file === undefined ? plain(404, "There is no such file.") : servePacked(request, file)
  }
}

/** Returns a function that reads the document once. A failure is tried again. */
const documentOf = (options: ApiDocsOptions): (() => Promise<Packed>) => {
  let made: Promise<Packed> | undefined
  return () => {
    made ??= packedDocument(() => bodyOf(options)).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Returns the text of the document. */
const bodyOf = async ({ handler, apiPath = "", document }: ApiDocsOptions): Promise<string> => {
  if (handler === undefined) return JSON.stringify(document)
  const path = `${apiPath}/openapi.json`
  const answer = await handler(new Request(new URL(path, "http://localhost")))
  if (answer.ok) return answer.text()
  throw new Error(
    `The handler answered ${answer.status} at ${path}: set apiPath to the basePath of the handler.`
  )
}

const plain = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {}
): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      ...commonHeaders,
      ...headers,
      "Content-Security-Policy": closedPolicy,
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store"
    }
  })
