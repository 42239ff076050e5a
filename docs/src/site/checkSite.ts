import { existsSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { ownPages, siteFolder } from "./pages.ts"

/** A built page, with its anchors and links. */
interface BuiltPage {
  /** The path in the site, such as `guides/holds.html`. */
  readonly path: string
  readonly anchors: ReadonlySet<string>
  readonly links: ReadonlyArray<string>
  /** The addresses that a browser loads with the page. */
  readonly loads: ReadonlyArray<string>
}

const unescaped = (text: string): string => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'")

const valuesOf = (html: string, pattern: RegExp): ReadonlyArray<string> =>
  [...html.matchAll(pattern)].map(([, value = ""]) => unescaped(value))

const readPage = (path: string): BuiltPage => {
  const html = readFileSync(join(siteFolder, path), "utf8")
  return {
    path,
    anchors: new Set(valuesOf(html, /\sid="([^"]+)"/g)),
    links: valuesOf(html, /<a [^>]*?href="([^"]+)"/g),
    loads: valuesOf(html, /<(?:script|img|link|source|iframe) [^>]*?(?:src|href)="([^"]+)"/g)
  }
}

const isElsewhere = (link: string): boolean => /^([a-z]+:|\/\/)/i.test(link)

/** Returns the file of the site that a link names, and the anchor in it. */
const targetOf = (base: string, from: string, link: string): readonly [string, string] => {
  const [address = "", anchor = ""] = link.split("#")
  const [path = ""] = address.split("?")
  if (path === "") return [from, decodeURIComponent(anchor)]
  // A link without the base leads out of the site, so it keeps its slash and names no file.
  const own = path.startsWith(base) ? path.slice(base.length) : path
  const file = path.startsWith("/") ? own : posix.join(dirname(from), path)
  const named = file === "" || file.endsWith("/") ? `${file}index.html` : file
  return [named, decodeURIComponent(anchor)]
}

const complaintAbout = (
  { pages, base }: { readonly pages: ReadonlyMap<string, BuiltPage>; readonly base: string },
  { path }: BuiltPage,
  link: string
): ReadonlyArray<string> => {
  if (isElsewhere(link)) return []
  const [file, anchor] = targetOf(base, path, link)
  const page = pages.get(file)
  if (page === undefined) {
    return !file.startsWith("/") && existsSync(join(siteFolder, file))
      ? []
      : [`${path} links to ${link}, which is missing.`]
  }
  if (anchor === "" || page.anchors.has(anchor)) return []
  return [`${path} links to ${link}, and the page has no such heading.`]
}

/**
 * Returns a sentence for each link of the built site that leads nowhere, and for each address of
 * another server that a page would load. The reference of the API is a target of links only.
 * `base` is the path below which the site is served.
 */
export const checkSite = (base: string): ReadonlyArray<string> => {
  const pages = new Map(ownPages().map((path) => [path, readPage(path)]))
  return [...pages.values()].flatMap((page) => [
    ...new Set(page.links.flatMap((link) => complaintAbout({ pages, base }, page, link))),
    ...page.loads
      .filter((address) => isElsewhere(address) && !address.startsWith("data:"))
      .map((address) => `${page.path} loads ${address} from another server.`)
  ])
}
