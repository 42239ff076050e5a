import { dirname } from "node:path"
import { leaks } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { BrowserContextOptions, Locator } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { type OpenAccount, openAccount, type TemplateInput } from "./testing/openAccount.ts"
import { accessibilityProblems, holdRequests, openPayer, type Payer } from "./testing/payer.ts"

const svg = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`

const logoIn = (colour: string): string =>
  svg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 40">
    <circle cx="20" cy="20" r="18" fill="${colour}"/>
    <circle cx="20" cy="20" r="8" fill="none" stroke="#fff" stroke-width="4"/>
    <text x="48" y="28" font-family="sans-serif" font-size="24" font-weight="700"
    fill="${colour}">Bean &amp; Co</text></svg>`
  )

const logo = { light: logoIn("#7c2d12"), dark: logoIn("#fdba74") }
const coffee = { Primary: "#7c2d12", Accent: "#c2410c", Surface: "#fff7ed" }
const yellow = { Primary: "#ffff00", Accent: "#ffff00", Surface: "#ffff00" }

interface Window {
  readonly getComputedStyle: (of: unknown) => { getPropertyValue: (name: string) => string }
}

const computed = (of: Locator, property: string): Promise<string> =>
  of.evaluate(
    (element, name) =>
      (globalThis as unknown as Window).getComputedStyle(element).getPropertyValue(name),
    property
  )

/** Returns the computed style of an element. */
const styleOf = ({ page }: Payer, selector: string, property: string): Promise<string> =>
  computed(page.locator(`payloom-checkout ${selector}`), property)

describe.skipIf(chromiumPath === null)("a merchant's own look", () => {
  const { database, witness, ...hosted } = hostedPage()
  let account: OpenAccount
  beforeAll(async () => {
    account = await openAccount(database)
  })
  afterAll(() => account?.close())

  const addressOf = async (look: TemplateInput, fields: object = {}): Promise<string> =>
    hosted.addressOf({ template: await account.publish(look), ...fields })

  const open = async (
    look: TemplateInput,
    options: BrowserContextOptions = {},
    fields: object = {}
  ): Promise<Payer> => {
    const payer = await openPayer(hosted.browser(), await addressOf(look, fields), witness, options)
    await payer.card.locator("#number").waitFor()
    return payer
  }

  it("applies to the whole page: logo, colours, signs, texts, boxes and CSS", async () => {
    const payer = await open(
      {
        logo,
        palette: coffee,
        css: ".button{border-radius:24px}.amount{letter-spacing:1px}",
        labels: { pay: "Brew it for {amount}", card_number: "Number on your card" },
        methodMarks: { card: ["visa", "amex", "corner_bank"] },
        layout: { gap: 20, measure: 420, boxes: { methods: "outlined" } }
      },
      {},
      { cancel_url: `${hosted.server().printed.url}/` }
    )
    const { page, card } = payer
    await payer.type("approved")
    await page.getByRole("heading", { name: "Sandbox shop" }).getByRole("img").waitFor()
    await page.getByRole("button", { name: "Brew it for €12.50" }).waitFor()
    await card.getByLabel("Number on your card").waitFor()
    await page.getByRole("listitem").getByRole("img", { name: "Visa" }).waitFor()
    await page.getByRole("listitem").getByRole("img", { name: "Amex" }).waitFor()
    await page.getByRole("listitem").getByText("Corner bank").waitFor()
    expect(await styleOf(payer, ".button", "background-color")).toBe("rgb(194, 65, 12)")
    expect(await styleOf(payer, ".button", "border-radius")).toBe("24px")
    expect(await styleOf(payer, ".amount", "color")).toBe("rgb(124, 45, 18)")
    expect(await styleOf(payer, ".amount", "letter-spacing")).toBe("1px")
    expect(await styleOf(payer, ".methods", "border-top-width")).toBe("1px")
    expect(await styleOf(payer, ".summary", "border-top-width")).toBe("0px")
    expect(await styleOf(payer, ".blocks", "row-gap")).toBe("20px")
    expect(await styleOf(payer, ".blocks", "width")).toBe("420px")
    await payer.reads("Powered by Payloom")
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.press()
    await payer.reads("Payment successful")
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it.each([
    ["light", "dark", "rgb(255, 247, 237)", logo.light],
    ["dark", "light", "rgb(41, 34, 25)", logo.dark],
    ["auto", "light", "rgb(255, 247, 237)", logo.light],
    ["auto", "dark", "rgb(41, 34, 25)", logo.dark]
  ] as const)(
    "in the theme %s on a %s device has its colours and its logo",
    async (themeMode, colorScheme, surface, shown) => {
      const payer = await open({ logo, palette: coffee, themeMode }, { colorScheme })
      const { page, card } = payer
      const main = page.locator("main")
      expect(await computed(main, "background-color")).toBe(surface)
      expect(await computed(card.locator("#number"), "background-color")).toBe(surface)
      const source = await page
        .getByRole("img", { name: "Sandbox shop" })
        .evaluate((image) => (image as unknown as { currentSrc: string }).currentSrc)
      expect(source).toBe(shown)
      expect(await accessibilityProblems(payer)).toEqual([])
    }
  )

  it.each(["light", "dark"] as const)(
    "with yellow on yellow is readable in the theme %s",
    async (themeMode) => {
      const payer = await open({ palette: yellow, themeMode })
      await payer.card.locator("#number").fill("4242")
      await payer.press()
      await payer.card.getByText("Enter the number as it stands on the card.").waitFor()
      expect(await accessibilityProblems(payer)).toEqual([])
    }
  )

  it("is visible before any script has run", async () => {
    const address = await addressOf({
      palette: coffee,
      themeMode: "dark",
      layout: { measure: 400 }
    })
    const context = await hosted.browser().newContext({ viewport: { width: 720, height: 640 } })
    const page = await context.newPage()
    await page.route("**/*.js", (route) => route.abort())
    await page.goto(address)
    const look = await page.evaluate(`(() => {
      const main = getComputedStyle(document.querySelector("main"))
      const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement)
      return [colorScheme, backgroundColor, main.backgroundColor, main.width]
    })()`)
    expect(look).toEqual(["dark", "rgb(27, 22, 16)", "rgb(41, 34, 25)", "456px"])
    await context.close()
  })

  it("is visible while the session is read, and for a link that doesn't work", async () => {
    const address = await addressOf({ palette: coffee, logo, themeMode: "dark" })
    const context = await hosted.browser().newContext({ locale: "en" })
    const page = await context.newPage()
    const answer = await holdRequests(page, "**/session")
    await page.goto(address)
    await page.getByText("Loading…").waitFor()
    expect(await page.locator(".logo").getAttribute("src")).toBe(logo.dark)
    answer()
    await page.getByRole("img", { name: "Sandbox shop" }).waitFor()
    await context.close()
    const [incomplete = ""] = address.split("#")
    const payer = await openPayer(hosted.browser(), incomplete, witness)
    await payer.reads("This link doesn't work")
    expect(await payer.page.locator(".logo").getAttribute("src")).toBe(logo.dark)
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it("shows summary and form side by side in wide windows, in the merchant's order", async () => {
    const wide = { viewport: { width: 1000, height: 640 } }
    const layout = { measure: 360, gap: 32, boxes: { summary: "raised" } } as const
    const boxes = async (payer: Payer) => {
      const [summary, methods, header] = await Promise.all(
        ["summary", "methods", "header"].map((name) => payer.page.locator(`.${name}`).boundingBox())
      )
      return { summary, methods, header }
    }
    const trailing = await boxes(await open({ layout }, wide))
    expect(trailing.summary?.x).toBe((trailing.methods?.x ?? 0) + 360 + 32)
    expect(trailing.summary?.y).toBe(trailing.methods?.y)
    expect(trailing.header?.width).toBe(360 + 32 + 225)
    const payer = await open({ layout: { ...layout, summary: "leading" } }, wide)
    const leading = await boxes(payer)
    expect(leading.methods?.x).toBe((leading.summary?.x ?? 0) + 225 + 32)
    expect(await accessibilityProblems(payer)).toEqual([])
    const narrow = await boxes(await open({ layout: { ...layout, blocks: ["methods", "header"] } }))
    expect(narrow.methods?.y).toBeLessThan(narrow.header?.y ?? 0)
    expect(narrow.header?.y).toBeLessThan(narrow.summary?.y ?? 0)
    expect(narrow.methods?.width).toBe(360)
  })

  it("may hide header, footer and attribution, but not the test mode", async () => {
    const payer = await open({ layout: { hidden: ["header", "footer"] } })
    expect(await payer.page.locator(".header, .footer").count()).toBe(0)
    await payer.reads("Test mode")
    const plain = await open({ attribution: "hidden" })
    expect(await plain.page.getByText("Payloom").count()).toBe(0)
    expect(await accessibilityProblems(plain)).toEqual([])
  })

  it("works with the page's own policy, and sends no requests to other origins", async () => {
    const address = await addressOf({ palette: coffee, logo, css: ".button{font-weight:400}" })
    const { headers } = await fetch(address)
    const [loads, frames] = (headers.get("content-security-policy") ?? "").split("frame-ancestors")
    expect(loads).not.toMatch(/unsafe|https?:/)
    expect(frames).toBeDefined()
    expect(witness.sent.length).toBeGreaterThan(20)
    for (const request of witness.sent) {
      expect(request).toMatch(/^(data:|http:\/\/127\.0\.0\.1:)/)
    }
  })

  it("reveals nothing about the session, or about a missing one", async () => {
    const address = await addressOf({ palette: coffee }, { amount: "98765" })
    const page = await (await fetch(address)).text()
    expect(page).toContain("#c2410c")
    expect(page).not.toMatch(/98765|987\.65|EUR|Sandbox shop|template_|token/)
    const usual = await hosted.server().post("/v1/checkout_sessions", { amount: "1250" })
    const pages = [`checkout_${"0".repeat(26)}`, "any", String(usual.json.id)].map(async (id) =>
      (await fetch(`${hosted.server().printed.url}/pay/${id}`)).text()
    )
    expect(new Set(await Promise.all(pages)).size).toBe(1)
  })

  it("sends no card number out of the frame of the card fields", () => {
    expect(leaks(witness, { log: hosted.server().log(), folder: dirname(database) })).toEqual([])
  })
})
