import type { Browser } from "playwright-core"
import {
  type ConsoleScene,
  openConsoleScene
} from "../../../../examples/standalone-server/src/testing/consoleScene/openConsoleScene.ts"
import { withPalette } from "../studio/palette.ts"
import { shootWindow } from "../studio/shoot.ts"
import { consolePages, desktop, looks } from "./consolePageList.ts"

/** Takes every page of the console in each look. `keep` gets each picture by its name. */
export const takeConsolePages = async (
  browser: Browser,
  keep: (name: string, picture: Buffer) => Promise<void>
): Promise<void> => {
  const scene = await openConsoleScene()
  try {
    for (const look of Object.keys(looks)) await takeLook({ browser, scene, look, keep })
  } finally {
    await scene.close()
  }
}

interface TakeLook {
  readonly browser: Browser
  readonly scene: ConsoleScene
  readonly look: string
  readonly keep: (name: string, picture: Buffer) => Promise<void>
}

const takeLook = async ({ browser, scene, look, keep }: TakeLook): Promise<void> => {
  const options = { locale: "en", timezoneId: "UTC", reducedMotion: "reduce" } as const
  const context = await browser.newContext({ ...options, ...looks[look] })
  await context.clock.setFixedTime(scene.now)
  for (const [name, { at = name, height, open }] of Object.entries(consolePages)) {
    const page = await context.newPage()
    const { width, height: usual } = page.viewportSize() ?? desktop
    const isPhone = look === "phone"
    await page.setViewportSize({ width, height: isPhone ? usual : (height ?? usual) })
    const path = scene.pages[at]
    if (path === undefined) throw new Error(`The scene has no page ${at}.`)
    await page.goto(`${scene.url}${path}`)
    await page.locator("main h1").first().waitFor()
    await page.getByRole("status", { name: "Loading" }).waitFor({ state: "detached" })
    await open?.(page)
    await keep(`console/${name}-${look}`, withPalette(await shootWindow(page)))
    await page.close()
  }
  await context.close()
}
