import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { checkSite } from "./checkSite.ts"
import { openSite, type SiteServer } from "./look/openSite.ts"
import {
  accessibilityProblems,
  type Look,
  looks,
  openSitePage,
  searchFor
} from "./look/SitePage.ts"

/** The site is tested below a path. At the top of a server, wrong addresses would work too. */
const base = "/payloom/"

describe.skipIf(chromiumPath === null)("the site", () => {
  let site: SiteServer
  beforeAll(async () => {
    // A process of its own, because a build changes the environment of its process.
    const program = join(import.meta.dirname, "main.ts")
    const built = spawnSync(process.execPath, ["--conditions=source", program, "--without-api"], {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "", PAYLOOM_SITE_BASE: base }
    })
    expect(built.status, built.stderr).toBe(0)
    site = await openSite(base)
  })
  afterAll(() => site?.close())

  const open = async (path: string, look: Look) =>
    openSitePage(await openBrowser(), `${site.url}${path}`, look)

  it("has only links that lead to a page and a heading, and loads nothing from elsewhere", () => {
    const complaints = checkSite(base).filter(
      (complaint) => !complaint.includes(`links to ${base}api/`)
    )
    expect(complaints).toEqual([])
  })

  it.each([
    ["/", looks.light],
    ["/reference/errors.html", looks.dark],
    ["/operating/go-live.html", looks.phone]
  ])("is accessible, and needs no other server: %s", async (path, look) => {
    const { page, foreign, close } = await open(path, look)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(foreign).toEqual([])
    await close()
  })

  it("finds a page by its words, without a service", async () => {
    const { page, foreign, close } = await open("/start/quick-start.html", looks.light)
    await searchFor(page, "reserves its amount")
    expect(await page.locator("#localsearch-list .result").count()).toBeGreaterThan(0)
    expect(foreign).toEqual([])
    await close()
  })

  it.each([
    ["createHandler", /Mount/],
    ["StorageUnavailable", /Errors.*503/],
    ["no_route", /Routing/],
    ["payment.succeeded", /Events/]
  ])("finds a name of code among the first results: %s", async (name, expected) => {
    const { page, close } = await open("/start/quick-start.html", looks.light)
    await searchFor(page, name)
    const titles = page.locator("#localsearch-list .result .titles")
    const found = (await titles.allInnerTexts())
      .slice(0, 4)
      .map((text) => text.replaceAll("\n", " "))
    expect(found.filter((title) => expected.test(title))).not.toEqual([])
    await close()
  })

  it("answers a wrong address with a page that leads to the start page and searches", async () => {
    const { page, foreign, close } = await open("/guides/nowhere.html", looks.phone)
    expect(await page.locator("#VPContent").textContent()).toContain("Page not found")
    expect(await page.locator("#VPContent a").getAttribute("href")).toBe(base)
    expect(await accessibilityProblems(page)).toEqual([])
    await searchFor(page, "refund")
    await page.locator("#localsearch-list .result").first().click()
    await page.locator("#VPContent .vp-doc").waitFor()
    expect(foreign).toEqual([])
    await close()
  })
})
