import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { looksTheSame } from "./looksTheSame.ts"
import { fixTexts } from "./studio/fixedTexts.ts"
import { shoot } from "./studio/shoot.ts"

describe.skipIf(chromiumPath === null)("a picture of a page", () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser()
    page = await browser.newPage({ viewport: { width: 300, height: 200 } })
  })
  afterAll(() => browser?.close())

  const pictureOf = async (main: string, style = ""): Promise<Buffer> => {
    const plain = "body { margin: 0 } main { width: 200px; background: #eee }"
    await page.setContent(`<style>${plain} ${style}</style><main>${main}</main>`)
    return shoot({ page })
  }

  it("shows a whole page that is higher than the window", async () => {
    const picture = await pictureOf('<div style="height: 900px"></div>')
    // The height is in the header of a PNG.
    expect(picture.readUInt32BE(20)).toBe(900)
  })

  it("is not taken if something is cut off", async () => {
    const box = '<div style="width: 50px; overflow: hidden">Unbreakable</div>'
    await expect(pictureOf(box)).rejects.toThrow("out of sight")
  })

  it("is the same for two runs that differ in ids, ports and durations", async () => {
    const [one, other] = ["01KA0000000000000000000001", "01KB0000000000000000000002"]
    const textOf = (id: string, port: number) =>
      `pay_${id} http://127.0.0.1:${port}/ in ${port} ms <b>${id.slice(-8)}</b>`
    const first = await pictureOf(textOf(one, 8081))
    const texts = (await page.locator("main").textContent()) ?? ""
    expect(texts).toMatch(/^pay_\w{26} http:\/\/127\.0\.0\.1:8080\/ in 4 ms (\w{8})$/)
    expect(texts.slice(22, 30)).toBe(texts.slice(-8))
    expect(await looksTheSame(browser, first, await pictureOf(textOf(other, 18082)))).toBe(true)
  })

  it("keeps different ids different when the texts are fixed again", async () => {
    await pictureOf("<p>01KA0001</p><p>01KB0002</p><p>01KA0001</p>")
    const texts = await page.locator("p").allInnerTexts()
    expect(texts[0]).toBe(texts[2])
    expect(texts[0]).not.toBe(texts[1])
    await page.evaluate(fixTexts)
    expect(await page.locator("p").allInnerTexts()).toEqual(texts)
  })

  it.each([
    ["another text", "Pay 12.51", ""],
    ["a colour a little darker all over", "Pay 12.50", "main { background: #ededed }"],
    ["another size", "Pay 12.50", "main { padding: 1px }"]
  ])("looks different from one with %s", async (_, text, style) => {
    const usual = await pictureOf("Pay 12.50")
    expect(await looksTheSame(browser, usual, await pictureOf(text, style))).toBe(false)
  })

  it("looks the same if its edges are a few shades lighter", async () => {
    const dot = (shade: string) =>
      `<i style="display: block; width: 3px; height: 3px; ${shade}"></i>`
    const usual = await pictureOf(dot("background: #808080"))
    const lighter = await pictureOf(dot("background: #838383"))
    expect(usual.equals(lighter)).toBe(false)
    expect(await looksTheSame(browser, usual, lighter)).toBe(true)
  })
})
