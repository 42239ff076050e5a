import { createReadStream, existsSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"
import { siteFolder } from "../pages.ts"

/** A server of the built site. */
export interface SiteServer {
  readonly url: string
  readonly close: () => void
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2"
}

/** Returns the file of a path. Null if the site has none. */
const fileOf = (base: string, path: string): string | null => {
  if (!path.startsWith(base)) return null
  const file = join(siteFolder, normalize(decodeURIComponent(path.slice(base.length))))
  if (!file.startsWith(siteFolder)) return null
  const named = existsSync(file) && statSync(file).isDirectory() ? join(file, "index.html") : file
  return existsSync(named) ? named : null
}

/**
 * Serves the built site below a path, on a free port of this machine. Like a host of pages, it
 * answers an address without a page with the page `404.html`.
 */
export const openSite = async (base: string): Promise<SiteServer> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const found = fileOf(base, pathname)
    const file = found ?? join(siteFolder, "404.html")
    response.writeHead(found === null ? 404 : 200, {
      "Content-Type": types[extname(file)] ?? "application/octet-stream"
    })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}${base.replace(/\/$/, "")}`, close }
}
