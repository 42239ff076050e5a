import { languageFiles } from "@payloom/checkout/languages"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { allViews, layoutProbe } from "./testing/layoutProbe.ts"
import { accessibilityProblems } from "./testing/payer.ts"

const languages = ["en", ...languageFiles.keys()]
const widths = [320, 1280]
const rightToLeft = ["ar", "he"]

const lines = [
  { name: "Äthiopischer Hochlandkaffee, 500 g", quantity: 2, amount: "1000" },
  { name: "Filter", quantity: 1, amount: "250" }
]

/** Terms with every kind of text: a fee, a paid trial, and an end. */
const subscription = {
  mode: "subscription",
  amount: "123456",
  description: "Order 4711 (EU)",
  line_items: lines,
  interval: { unit: "month", count: 3 },
  renewal: {
    amount: "9900",
    due_at: "2030-05-01T12:00:00.000Z",
    trial_days: 14,
    setup_fee: "500",
    end_after_cycles: 12
  }
}

/** The texts of the page in one language. */
interface Seen {
  /** Texts that were cut off, by the window's width. */
  readonly cut: Readonly<Record<number, ReadonlyArray<string>>>
  readonly page: ReadonlyArray<string>
  readonly frame: ReadonlyArray<string>
}

describe.skipIf(chromiumPath === null)("the page in every language", () => {
  const { addressOf, browser, openForm } = hostedPage()
  const seen = new Map<string, Seen>()

  // All languages share a page, because a window for each would take most of the time.
  beforeAll(async () => {
    if (chromiumPath === null) return
    const page = await (await browser().newContext({ locale: "en" })).newPage()
    let shown: object = {}
    await page.addInitScript(layoutProbe)
    await page.route("**/session", async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...shown } })
    })
    await page.goto(await addressOf())
    for (const locale of languages) {
      shown = { ...subscription, locale }
      await page.evaluate(openAgain)
      seen.set(locale, await look(page, locale))
    }
  })

  it.each(languages)("shows all of its texts in %s, in narrow and wide windows", (locale) => {
    expect(seen.get(locale)?.cut).toEqual({ 320: [], 1280: [] })
  })

  it("shows Arabic from right to left, and foreign texts in their own direction", async () => {
    const fields = { locale: "ar", description: "Order 4711 (EU)", line_items: lines }
    const payer = await openForm(fields, { viewport: { width: 1000, height: 640 } })
    await payer.page.getByText("Order 4711 (EU)").waitFor()
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it.each(languages)(
    "has the direction of %s, and card numbers are always left to right",
    (locale) => {
      const direction = rightToLeft.includes(locale) ? "rtl" : "ltr"
      expect(seen.get(locale)?.page).toEqual([locale, direction, locale, direction])
      expect(seen.get(locale)?.frame).toEqual([locale, direction, "ltr"])
    }
  )
})

const look = async (page: Page, locale: string): Promise<Seen> => {
  const frame = page.frames().at(-1) ?? page.mainFrame()
  await frame.evaluate(layoutProbe)
  for (const each of [page, frame]) await each.evaluate(spacedOut(locale))
  const fields = new Map<number, ReadonlyArray<string>>()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // The fields are empty, so each shows an error.
    await page.evaluate(encrypt)
    await frame.locator("#securityCode-mistake").waitFor()
    fields.set(width, await frame.evaluate("cutTexts(document.body, innerWidth)"))
    await keepPicture(page, `${locale}-${width}`)
  }
  const cut: Record<number, ReadonlyArray<string>> = {}
  const turned = await frame.evaluate<ReadonlyArray<string>>(frameDirections)
  // Views without a form remove the frame.
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const views = await page.evaluate<Array<string>>(`cutInViews(${JSON.stringify(allViews)})`)
    cut[width] = [...views, ...(fields.get(width) ?? [])]
  }
  return { cut, page: await page.evaluate(directions), frame: turned }
}

/** Saves a picture of each page in the folder of LANGUAGE_PICTURES. */
const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.LANGUAGE_PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** A script that adds the checkout again, which reads the session again. */
const openAgain = `{
  const checkout = document.querySelector("payloom-checkout")
  checkout.remove()
  document.querySelector("main").append(checkout)
  new Promise((resolve) =>
    checkout.addEventListener("payloom-card-ready", resolve, { once: true })
  )
}`

/**
 * Adds space between letters. A machine without fonts for a script draws narrower boxes. With
 * space, they are at least as wide as the letters.
 */
const spacedOut = (locale: string): string =>
  `document.body.style.letterSpacing = ${/^(ja|ko|zh)/.test(locale)} ? "0.4em" : ""`

const encrypt = `void document.querySelector("payloom-checkout").shadowRoot
  .querySelector("payloom-card-fields").encrypt()`

const directions = `{
  const { lang, dir } = document.documentElement
  const shown = document.querySelector("payloom-checkout").shadowRoot.querySelector(".checkout")
  ;[lang, dir, shown.lang, getComputedStyle(shown).direction]
}`

const frameDirections = `{
  const { lang } = document.documentElement
  const { direction } = getComputedStyle(document.body)
  ;[lang, direction, getComputedStyle(document.querySelector("#number")).direction]
}`
