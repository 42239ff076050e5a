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

describe.skipIf(chromiumPath === null)("the site", () => {
  let site: SiteServer
  beforeAll(async () => {
    // A process of its own, because a build changes the environment of its process.
    const program = join(import.meta.dirname, "main.ts")
    const built = spawnSync(process.execPath, ["--conditions=source", program, "--without-api"], {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" }
    })
    expect(built.status, built.stderr).toBe(0)
    site = await openSite()
  })
  afterAll(() => site?.close())

  const open = async (path: string, look: Look) =>
    openSitePage(await openBrowser(), `${site.url}${path}`, look)

  it("has only links that lead to a page and a heading, and loads nothing from elsewhere", () => {
    const complaints = checkSite().filter((complaint) => !complaint.includes("links to /api/"))
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
})
