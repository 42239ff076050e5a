import { readFileSync } from "node:fs"
import { join } from "node:path"
import { namedBy, type Page, root, targetOf } from "./pages.ts"

/** An entry of the navigation. A group has items, and a page has a link. */
export interface NavigationItem {
  readonly text: string
  readonly link?: string
  /** `_self` for a page that VitePress didn't make. The browser has to load it as a whole. */
  readonly target?: "_self"
  readonly collapsed?: boolean
  readonly items?: ReadonlyArray<NavigationItem>
}

/** A section of the index of documents, with its pages. */
interface Section {
  readonly name: string
  readonly items: ReadonlyArray<NavigationItem>
}

const index = "docs/README.md"

/** Returns the address of a page. */
export const addressOf = (target: string): string => `/${target.replace(/\.md$/, ".html")}`

const itemsIn = (text: string): ReadonlyArray<NavigationItem> =>
  [...text.matchAll(/^- \[([^\]]+)\]\(([^)#]+\.md)\)/gm)].flatMap(([, title = "", path = ""]) => {
    const target = targetOf(namedBy(index, path))
    return target === null ? [] : [{ text: title, link: addressOf(target) }]
  })

/** Returns the sections of the index of documents, in its order. */
const sectionsIn = (document: string): ReadonlyArray<Section> =>
  document
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ name: part.slice(0, part.indexOf("\n")).trim(), items: itemsIn(part) }))

const isDecision = ({ link = "" }: NavigationItem): boolean => link.includes("/decisions/")

/** Puts decisions into a group of their own, because each needs its whole title. */
const grouped = (items: ReadonlyArray<NavigationItem>): ReadonlyArray<NavigationItem> => {
  const decisions = items.filter(isDecision)
  const rest = items.filter((item) => !isDecision(item))
  if (decisions.length === 0) return rest
  return [...rest, groupOf("Decisions", decisions)]
}

/**
 * Returns a group that is folded unless it has the shown page. Its name links to its first page.
 * The theme makes a name without a link a button around another button.
 */
const groupOf = (
  text: string,
  items: ReadonlyArray<NavigationItem>,
  link = items.find((item) => item.link !== undefined)?.link ?? "/"
): NavigationItem => ({ text, link, collapsed: true, items })

const readmes = (pages: ReadonlyArray<Page>, folder: string): ReadonlyArray<NavigationItem> =>
  pages
    .filter(({ source }) => source.startsWith(`${folder}/`))
    .map(({ source, target }) => ({
      text: source.split("/")[1] ?? source,
      link: addressOf(target)
    }))

const extra: Readonly<Record<string, ReadonlyArray<NavigationItem>>> = {
  Start: [{ text: "Overview", link: "/overview.html" }]
}

/** Returns the sections of the site. A document is in the section in which the index lists it. */
const sections = (): ReadonlyArray<Section> =>
  sectionsIn(readFileSync(join(root, index), "utf8")).map(({ name, items }) => ({
    name,
    items: [...(extra[name] ?? []), ...grouped(items)]
  }))

/** The address of the reference of all exported names. */
const apiItem: NavigationItem = { text: "API", link: "/api/index.html", target: "_self" }

const packagesPage = "/reference/packages.html"

/** Returns the groups beside each page. */
export const sidebar = (pages: ReadonlyArray<Page>): ReadonlyArray<NavigationItem> => [
  ...sections().map(({ name, items }) => ({
    ...groupOf(name, name === "Reference" ? [...items, apiItem] : items),
    collapsed: name !== "Start"
  })),
  groupOf("Packages", readmes(pages, "packages"), packagesPage),
  groupOf("Examples", readmes(pages, "examples"), `${packagesPage}#examples`)
]

/** A link at the top of each page. */
interface TopLink {
  readonly text: string
  readonly link: string
  /** A pattern of the addresses on which the link is marked. */
  readonly activeMatch: string
}

/** Returns the links at the top of each page: the first page of each section. */
export const topLinks = (): ReadonlyArray<TopLink> =>
  sections().flatMap(({ name, items }) => {
    const link = items.find(
      (item) => item.link !== undefined && item.link !== "/overview.html"
    )?.link
    if (link === undefined) return []
    return [{ text: name, link, activeMatch: `^/${link.split("/")[1]}/` }]
  })
