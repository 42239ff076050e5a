import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type DefaultTheme, defineConfig } from "vitepress"
import { siteDiagrams } from "./diagrams.ts"
import { anchorOf, siteLinks } from "./links.ts"
import { sidebar, topLinks } from "./navigation.ts"
import { markdownFiles, root, siteBase, siteFolder, sitePages, targetOf } from "./pages.ts"
import { searchSettings } from "./search.ts"

const pages = sitePages()

const description =
  "Payment orchestration in your own server and database: attempts, cascades, refunds, " +
  "subscriptions, webhooks and books that stay correct across crashes."

/** The head of the start page. The list of all documents follows it. */
const start = {
  layout: "home",
  hero: {
    name: "Payloom",
    text: "Payment orchestration inside your own server",
    tagline:
      "A TypeScript library on your own database. It sends charges to your payment providers, " +
      "and keeps payments correct across crashes, timeouts and races.",
    actions: [
      { theme: "brand", text: "Quick start", link: "/start/quick-start.html" },
      { theme: "alt", text: "Overview", link: "/overview.html" }
    ]
  },
  features: [
    {
      title: "One commit",
      details: "A payment, its ledger entries, its event and its webhooks are written together.",
      link: "/concepts/payments.html"
    },
    {
      title: "Unknown is a type",
      details: "After a timeout, no other account is charged before the provider has answered.",
      link: "/concepts/unknown-outcomes.html"
    },
    {
      title: "Books that balance",
      details: "A double-entry ledger, compared with the settlement reports of your providers.",
      link: "/concepts/ledger.html"
    },
    {
      title: "Tests of everything",
      details: "A sandbox with lost answers, late notifications, crashes, and a clock to move.",
      link: "/guides/test-your-integration.html"
    }
  ]
}

/** Returns the first paragraph of a document as plain text, for search engines. */
const summaryOf = (source: string): string => {
  const text = readFileSync(join(root, source), "utf8").replaceAll(/<!--.*?-->/gs, "")
  const [, paragraph = ""] = /^# .*\n+(?:#.*\n+)?([^\n#<|`].*(?:\n\S.*)*)/m.exec(text) ?? []
  return paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*_]/g, "")
    .replaceAll(/\s+/g, " ")
    .slice(0, 200)
}

const icon =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" ' +
      'fill="#3451b2"/><path d="M9 8v16M15 8v16M21 8v16M6 12h20M6 20h20" stroke="#fff" ' +
      'stroke-width="2.4" stroke-linecap="round"/></svg>'
  )

const themeConfig: DefaultTheme.Config = {
  nav: [...topLinks()],
  sidebar: sidebar(pages) as DefaultTheme.SidebarItem[],
  outline: { level: [2, 3] },
  search: { provider: "local", options: { detailedView: true, miniSearch: searchSettings } },
  socialLinks: [{ icon: "github", link: "https://github.com/payloom/payloom" }],
  editLink: {
    pattern: "https://github.com/payloom/payloom/edit/main/:path",
    text: "Edit this page"
  },
  externalLinkIcon: true,
  notFound: {
    title: "Page not found",
    quote: "This address leads to no page. Search for its words, or begin with the start page.",
    linkText: "Start page",
    linkLabel: "Start page"
  }
}

/** VitePress's configuration of the site. */
export const siteConfig = defineConfig({
  title: "Payloom",
  description,
  lang: "en",
  base: siteBase,
  srcDir: root,
  outDir: siteFolder,
  cacheDir: join(siteFolder, "../cache"),
  srcExclude: markdownFiles().filter((source) => targetOf(source) === null),
  rewrites: Object.fromEntries(pages.map(({ source, target }) => [source, target])),
  // VitePress checks links to pages. `checkSite.ts` checks those to the API and the anchors.
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/, /^\/api\//],
  head: [["link", { rel: "icon", href: icon }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      markdown.use(siteLinks)
      markdown.use(siteDiagrams)
    }
  },
  themeConfig,
  transformPageData: ({ relativePath, filePath, frontmatter }) =>
    relativePath === "index.md"
      ? { frontmatter: { ...frontmatter, ...start }, description }
      : { description: summaryOf(filePath) }
})
