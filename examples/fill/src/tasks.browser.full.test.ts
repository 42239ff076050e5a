import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import type { Browser } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { fillDatabase } from "./fillDatabase.ts"
import { openTemplates } from "./templates.ts"
import { openScene, type Scene } from "./testing/openScene.ts"
import { type Person, type Task, tasks } from "./testing/tasks.ts"

/** The store of the tasks: a filled one, or by default a small one that is filled for them. */
const given = process.env.STORE

const mostClicks = 3
const payments = 400

const fillSmall = async (database: string): Promise<void> => {
  const now = Date.now()
  const onProgress = () => undefined
  const common = { seed: "tasks", now, onProgress }
  const templates = await openTemplates({ ...common, customers: 40, subscriptions: 4 })
  await fillDatabase({ database, templates, fill: { ...common, payments } })
}

describe.skipIf(chromiumPath === null)("an operator", () => {
  let folder: string | null = null
  let scene: Scene
  let browser: Browser
  const times: Array<string> = []

  beforeAll(async () => {
    folder = given === undefined ? await mkdtemp(join(tmpdir(), "payloom-tasks-")) : null
    const database = folder === null ? (given ?? "") : join(folder, "filled.db")
    if (folder !== null) await fillSmall(database)
    scene = await openScene(database)
    browser = await openBrowser()
  })
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  })
  afterAll(async () => {
    await scene?.close()
    if (folder !== null) await rm(folder, { recursive: true })
    process.stdout.write(`${times.join("\n")}\n`)
  })

  const open = async (): Promise<Person & { readonly clicks: () => number }> => {
    const context = await browser.newContext({
      viewport: { width: 1200, height: 860 },
      locale: "en",
      timezoneId: "UTC"
    })
    const page = await context.newPage()
    await page.goto(scene.url)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.getByText("What needs somebody").or(page.locator(".tiles")).first().waitFor()
    let clicks = 0
    return {
      page,
      clicks: () => clicks,
      click: async (what) => {
        clicks += 1
        await what.click()
      },
      reads: (text) => page.getByText(text).first().waitFor()
    }
  }

  it.each(tasks.map((task): [string, Task] => [task.name, task]))(
    "does this in at most three clicks: %s",
    async (name, { prepare, run }) => {
      const known = await prepare(scene)
      const person = await open()
      const started = performance.now()
      await run(person, known, scene)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      times.push(`${name.padEnd(52)} ${person.clicks()} clicks ${seconds.padStart(6)} s`)
      expect(person.clicks()).toBeLessThanOrEqual(mostClicks)
    }
  )
})
