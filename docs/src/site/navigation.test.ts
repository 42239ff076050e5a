import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { anchorOf, linkOnSite } from "./links.ts"
import { type NavigationItem, sidebar } from "./navigation.ts"
import { root, sitePages } from "./pages.ts"

const pages = sitePages()

const linksIn = (items: ReadonlyArray<NavigationItem>): ReadonlyArray<string> =>
  items.flatMap(({ link, items: inner = [] }) => [
    ...(link === undefined ? [] : [link]),
    ...linksIn(inner)
  ])

describe("the navigation of the site", () => {
  it("has every document of the index, and the README of every package and example", () => {
    const links = new Set(linksIn(sidebar(pages)))
    const missing = pages.filter(
      ({ source, target }) =>
        /^(docs|packages|examples)\//.test(source) &&
        target !== "index.md" &&
        !links.has(`/${target.replace(/\.md$/, ".html")}`)
    )
    expect(pages.length).toBeGreaterThan(80)
    expect(missing).toEqual([])
  })
})

describe("a link of a document", () => {
  const link = (to: string) => linkOnSite("docs/guides/holds.md", to)

  it("leads to the page of a document, a package or an example", () => {
    expect(link("../connectors/stripe.md#holds")).toBe("/connectors/stripe.html#holds")
    expect(link("../../packages/testkit")).toBe("/packages/testkit.html")
    expect(link("../../examples/crash/README.md")).toBe("/examples/crash.html")
    expect(link("../../README.md")).toBe("/overview.html")
  })

  it("leads to the file in the repository if the site has no page of it", () => {
    expect(link("../../tools/stores")).toBe(
      "https://github.com/payloom/payloom/blob/main/tools/stores"
    )
    expect(link("../screenshots/pay.png")).toBe(
      "https://github.com/payloom/payloom/blob/main/docs/screenshots/pay.png"
    )
  })

  it("stays as it is if it leads elsewhere or to a heading of the page", () => {
    expect(link("https://effect.website")).toBe("https://effect.website")
    expect(link("#raise-a-hold")).toBe("#raise-a-hold")
  })

  it("has an anchor as on GitHub", () => {
    const document = readFileSync(join(root, "docs/guides/http.md"), "utf8")
    expect(document).toContain("## Connection limits of `serveNode`")
    expect(anchorOf("Connection limits of serveNode")).toBe("connection-limits-of-servenode")
  })
})
