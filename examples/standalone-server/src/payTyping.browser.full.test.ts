import { dirname } from "node:path"
import { leaks } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { testCards } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import type { Payer } from "./testing/payer.ts"

/** Returns the id of the focused card field. */
const focused = async ({ card }: Payer): Promise<string | null> =>
  card.locator("input:focus").getAttribute("id")

/** Pastes a text into the empty expiry field, and returns the field's value. */
const pasted = async ({ page, card }: Payer, text: string): Promise<string> => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.bringToFront()
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await card.locator("#expiry").fill("")
  await page.keyboard.press("Control+V")
  return card.locator("#expiry").inputValue()
}

describe.skipIf(chromiumPath === null)("the form of the hosted page", () => {
  const { database, openForm, server, witness } = hostedPage()
  witness.typed.add(testCards.approved.number)

  it("accepts an expiry in every form, typed or pasted", async () => {
    const { page, card } = await openForm()
    const expiry = card.locator("#expiry")
    const press = async (keys: string) => {
      await expiry.fill("")
      await page.keyboard.type(keys)
      return expiry.inputValue()
    }
    expect(await press("1/34")).toBe("01 / 34")
    expect(await press("1")).toBe("1")
    expect(await press("2034-12")).toBe("12 / 34")
    expect(await press("December 2034")).toBe("12 / 34")
    expect(await press("2034-1")).toBe("2034-1")
    await card.locator("#number").focus()
    expect(await expiry.inputValue()).toBe("01 / 34")
    expect(await press("13")).toBe("01 / 3")
    for (let left = 3; left > 0; left--) await page.keyboard.press("Backspace")
    expect(await expiry.inputValue()).toBe("")
    for (const [pasted, shown] of [
      ["2034-12", "12 / 34"],
      ["12/2034", "12 / 34"],
      ["1234", "12 / 34"],
      ["13", "01 / 3"]
    ] as const) {
      await expiry.fill(pasted)
      expect(await expiry.inputValue()).toBe(shown)
    }
    await expiry.fill("1234")
    await expiry.focus()
    for (const key of ["Home", "ArrowRight", "Delete"]) await page.keyboard.press(key)
    expect(await expiry.inputValue()).toBe("1 / 34")
    await page.keyboard.type("1")
    expect(await expiry.inputValue()).toBe("11 / 34")
  })

  it("moves the focus on from a complete field, but not during a correction", async () => {
    const payer = await openForm()
    const { page, card } = payer
    await card.locator("#number").click()
    await page.keyboard.type(testCards.approved.number.slice(0, -1))
    expect(await focused(payer)).toBe("number")
    await page.keyboard.type(testCards.approved.number.slice(-1))
    expect(await focused(payer)).toBe("expiry")
    await page.keyboard.type("1220")
    expect(await focused(payer)).toBe("expiry")
    await page.keyboard.type("34")
    expect(await card.locator("#expiry").inputValue()).toBe("12 / 34")
    expect(await focused(payer)).toBe("securityCode")
    // The next field is complete, so the focus moves to the one after it.
    await card.locator("#number").fill("")
    await page.keyboard.type(testCards.approved.number)
    expect(await focused(payer)).toBe("securityCode")
    await page.keyboard.type("123")
    // The cursor is in the middle, or at the end with all other fields complete.
    await card.locator("#number").focus()
    for (const key of ["Home", "Delete", "4"]) await page.keyboard.press(key)
    expect(await focused(payer)).toBe("number")
    for (const key of ["End", "Backspace", "2"]) await page.keyboard.press(key)
    expect(await card.locator("#number").inputValue()).toBe("4242 4242 4242 4242")
    expect(await focused(payer)).toBe("number")
  })

  it("moves the focus back from an empty field on Backspace, without deleting anything", async () => {
    const payer = await openForm()
    const { page, card } = payer
    await card.locator("#number").fill("4242")
    await card.locator("#securityCode").fill("1")
    await card.locator("#securityCode").focus()
    await page.keyboard.press("Backspace")
    expect(await focused(payer)).toBe("securityCode")
    await page.keyboard.press("Backspace")
    expect(await focused(payer)).toBe("expiry")
    await page.keyboard.press("Backspace")
    expect(await focused(payer)).toBe("number")
    expect(await card.locator("#number").inputValue()).toBe("4242")
    await page.keyboard.press("Backspace")
    expect(await card.locator("#number").inputValue()).toBe("424")
  })

  it.each([
    ["de-AT", "en", ["12/2034", "2034/12", "1234", "Dez 2034", "Valid thru DEC 34"]],
    ["fr-FR", "fr", ["décembre 2034", "12/34", "déc. 34", "December 2034"]],
    ["ar-EG", "en", ["٢٠٣٤/١٢", "١٢/٣٤", "ديسمبر ٢٠٣٤"]]
  ])("reads a pasted expiry in a %s browser on a %s page", async (browsers, locale, dates) => {
    const payer = await openForm({ locale }, { locale: browsers })
    for (const date of dates) {
      expect([date, await pasted(payer, date)]).toEqual([date, "12 / 34"])
      expect(await focused(payer)).toBe("securityCode")
    }
  })

  it("refuses a date whose month is ambiguous", async () => {
    const payer = await openForm()
    for (const date of ["01/12/2034", "12/31/34", "31122034", "décembre 2034", "5 Dec 34"]) {
      expect(await pasted(payer, date)).not.toMatch(/^\d\d \/ \d\d$/)
      expect(await focused(payer)).toBe("expiry")
    }
    await payer.card.locator("#number").focus()
    await payer.card.getByText("Enter month and year, such as 05 / 30.").waitFor()
  })

  it("accepts input methods, and changes nothing during a composition", async () => {
    const payer = await openForm({ locale: "ja" }, { locale: "ja" })
    const { page, card } = payer
    const keyboard = await page.context().newCDPSession(page)
    const compose = async (texts: ReadonlyArray<string>, isWritten = true) => {
      for (const text of texts) {
        const selectionStart = text.length
        const selection = { selectionStart, selectionEnd: selectionStart }
        await keyboard.send("Input.imeSetComposition", { text, ...selection })
        expect(await card.locator("input:focus").inputValue()).toBe(text)
      }
      if (isWritten) await keyboard.send("Input.insertText", { text: texts.at(-1) ?? "" })
    }
    await card.locator("#number").focus()
    await compose(["４", "４２", "４２４２４２４２", "４２４２４２４２４２４２４２４２"])
    expect(await card.locator("#number").inputValue()).toBe("4242 4242 4242 4242")
    expect(await focused(payer)).toBe("expiry")
    await compose(["１", "１２", "１２／", "１２／３４"])
    expect(await card.locator("#expiry").inputValue()).toBe("12 / 34")
    expect(await focused(payer)).toBe("securityCode")
    // A press of the button ends the composition in the last field, too.
    await compose(["１", "１２", "１２３"], false)
    await payer.press()
    await payer.page.getByText("お支払いが完了しました").waitFor()
  })

  it("accepts autofill over existing input, without moving the focus", async () => {
    const payer = await openForm()
    const { card } = payer
    await card.locator("#number").focus()
    for (const [before, filled, shown] of [
      ["", "12/34", "12 / 34"],
      ["12 / 34", "01/35", "01 / 35"],
      ["01 / 35", "2036-1", "01 / 36"],
      ["2036-1", "203704", "04 / 37"],
      ["", "5", "05 / "]
    ] as const) {
      await card.locator("#expiry").fill(before)
      await card.locator("#number").focus()
      // Autofill uses no keys, so its event has no input type.
      await card.locator("#expiry").evaluate((input: { value: string }, value) => {
        input.value = value
        const { Event } = globalThis as unknown as { Event: new (...given: unknown[]) => unknown }
        ;(input as unknown as { dispatchEvent(event: unknown): void }).dispatchEvent(
          new Event("input", { bubbles: true })
        )
      }, filled)
      expect(await card.locator("#expiry").inputValue()).toBe(shown)
      expect(await focused(payer)).toBe("number")
    }
  })

  it("sends no card number out of the frame of the card fields", () => {
    expect(leaks(witness, { log: server().log(), folder: dirname(database) })).toEqual([])
  })
})
