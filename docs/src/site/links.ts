import type { MarkdownRenderer } from "vitepress"
import { addressOf } from "./navigation.ts"
import { inRepository, namedBy, targetOf } from "./pages.ts"

/** The part of markdown-it's environment that VitePress sets. */
interface PageEnvironment {
  readonly path?: string
  readonly realPath?: string
}

type Token = ReturnType<MarkdownRenderer["parse"]>[number]

/** The address of a file in the repository, for links to files that are no pages. */
const repository = "https://github.com/payloom/payloom/blob/main"

const isElsewhere = (link: string): boolean => /^([a-z]+:|#|\/)/i.test(link)

/**
 * Returns the address of a link on the site. A link to a document leads to its page, a link to a
 * folder to the page of its README, and any other link to the file in the repository.
 */
export const linkOnSite = (document: string, link: string): string => {
  if (isElsewhere(link)) return link
  const [path = "", anchor] = link.split("#")
  const file = namedBy(document, path).replace(/\/$/, "")
  const hash = anchor === undefined ? "" : `#${anchor}`
  const isFolder = !/\.\w+$/.test(file)
  const target = targetOf(isFolder ? `${file}/README.md` : file)
  return target === null ? `${repository}/${file}${hash}` : `${addressOf(target)}${hash}`
}

/** Leads links in HTML to their pages, and names pictures so that Vite finds them. */
const htmlOnSite = (document: string, html: string): string =>
  html
    .replaceAll(/(<img [^>]*?src=")(?![a-z]+:|[./])/g, "$1./")
    .replaceAll(
      /(<a [^>]*?href=")([^"]+)/g,
      (_, before: string, link: string) => before + linkOnSite(document, link)
    )

/**
 * Returns GitHub's anchor of a heading. Headings have the same anchors on the site, so a link with
 * an anchor leads to the same place in both.
 */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

/** Makes empty cells of heads ordinary cells, because an empty cell is no heading of its column. */
const unmarkEmptyHeads = (tokens: ReadonlyArray<Token>): void => {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "th_open" || tokens[at + 1]?.content !== "") continue
    token.tag = "td"
    const end = tokens[at + 2]
    if (end !== undefined) end.tag = "td"
  }
}

const allTokens = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> =>
  tokens.flatMap((token) => [token, ...(token.children ?? [])])

/** Leads links between files of the repository to the pages of the site. */
export const siteLinks = (markdown: MarkdownRenderer): void => {
  markdown.core.ruler.push("site-links", (state) => {
    const { realPath, path } = state.env as PageEnvironment
    const document = inRepository(realPath ?? path ?? "")
    unmarkEmptyHeads(state.tokens)
    for (const token of allTokens(state.tokens)) {
      const link = token.type === "link_open" ? token.attrGet("href") : null
      if (link !== null) token.attrSet("href", linkOnSite(document, link))
      if (token.type === "code_inline") token.attrSet("v-pre", "")
      if (token.type.startsWith("html_")) token.content = htmlOnSite(document, token.content)
    }
  })
}
