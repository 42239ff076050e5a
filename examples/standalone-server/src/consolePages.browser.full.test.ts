import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleScene, openConsoleScene } from "./testing/consoleScene/openConsoleScene.ts"
import { pageProblems } from "./testing/consoleScene/pageProblems.ts"
import { oddTexts } from "./testing/consoleScene/sceneTexts.ts"
import { accessibilityProblems } from "./testing/payer.ts"

const desktop = { width: 1200, height: 860 }
const phone = { width: 390, height: 844 }

describe.skipIf(chromiumPath === null)("every page of the console", () => {
  let scene: ConsoleScene
  let context: BrowserContext
  let page: Page
  const errors: Array<string> = []
  beforeAll(async () => {
    scene = await openConsoleScene(oddTexts)
    const browser: Browser = await openBrowser()
    context = await browser.newContext({ viewport: desktop, locale: "en", timezoneId: "UTC" })
    page = await context.newPage()
    page.on("pageerror", (error) => errors.push(String(error)))
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text())
    })
    await page.goto(scene.url)
  })
  afterAll(async () => {
    await context?.close()
    await scene?.close()
  })

  /** Goes to a page of the scene without a new document, as a link does. */
  const goTo = async (path: string): Promise<void> => {
    await page.evaluate(
      `history.pushState(null, "", ${JSON.stringify(`${scene.url}${path}`)});` +
        'dispatchEvent(new PopStateEvent("popstate"))'
    )
    await page.locator("main h1").first().waitFor()
    await page.getByRole("status", { name: "Loading" }).waitFor({ state: "detached" })
  }

  /** Returns what a check finds on each page. */
  const found = async (
    check: () => Promise<ReadonlyArray<string>>
  ): Promise<ReadonlyArray<string>> => {
    const all: Array<string> = []
    for (const [name, path] of Object.entries(scene.pages)) {
      await goTo(path)
      all.push(...(await check()).map((problem) => `${name}: ${problem}`))
    }
    return [...all, ...errors.splice(0)]
  }

  it("shows texts of every script and length as texts, on a desktop and in the dark", async () => {
    await page.emulateMedia({ colorScheme: "light" })
    const check = async () => {
      const problems = [...(await pageProblems(page)), ...(await accessibilityProblems({ page }))]
      await page.emulateMedia({ colorScheme: "dark" })
      problems.push(...(await contrastProblems(page)))
      await page.emulateMedia({ colorScheme: "light" })
      return problems
    }
    expect(await found(check)).toEqual([])
  })

  it("shows texts of every script and length as texts, on a phone and in the dark", async () => {
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: "dark" })
    const check = async () => [
      ...(await pageProblems(page)),
      ...(await accessibilityProblems({ page }))
    ]
    expect(await found(check)).toEqual([])
    await page.emulateMedia({ colorScheme: "light" })
    await page.setViewportSize(desktop)
  })

  it("offers no action to a viewer", async () => {
    scene.signIn({ role: "viewer" })
    await page.reload()
    const check = async () =>
      page.evaluate<Array<string>>(
        `[...document.querySelectorAll("main button")]
          .filter((button) => button.checkVisibility() && button.textContent.endsWith("…"))
          .map(({ textContent }) => textContent)`
      )
    expect(await found(check)).toEqual([])
    scene.signIn({})
    await page.reload()
  })

  it("moves nothing for people who asked for less motion", async () => {
    const duration = () =>
      page.evaluate<string>('getComputedStyle(document.querySelector(".toast")).transitionDuration')
    // The page before may still be on its way.
    await page.locator(".toast").waitFor({ state: "attached" })
    await page.emulateMedia({ reducedMotion: "no-preference" })
    expect(await duration()).toBe("0.2s")
    await page.emulateMedia({ reducedMotion: "reduce" })
    expect(await duration()).toBe("0s")
  })
})

/** Returns texts whose colours are too close, which is all that the other scheme changes. */
const contrastProblems = async (page: Page): Promise<ReadonlyArray<string>> => {
  const { violations } = await page.evaluate<{
    readonly violations: ReadonlyArray<{ readonly nodes: ReadonlyArray<{ readonly html: string }> }>
  }>(
    `axe.run(document, { runOnly: ["color-contrast"], resultTypes: ["violations"] })
      .then(({ violations }) => ({ violations }))`
  )
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => `contrast in the dark: ${html}`))
}
