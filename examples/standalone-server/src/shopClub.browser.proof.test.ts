import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, openPayer, openTab, type Payer } from "./testing/payer.ts"

/** Returns the rows of a table, cell by cell. */
const rowsOf = async ({ page }: Payer, table: string): Promise<ReadonlyArray<string>> => {
  const rows = page.getByRole("table").filter({ hasText: table }).locator("tbody tr")
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent).join(" | "))
  )
  return texts.map((text) => text.replaceAll(/\s+/g, " "))
}

const cyclesOf = async (payer: Payer) =>
  (await rowsOf(payer, "Tries")).map((row) => row.replace(/ \| [A-Z][a-z]+ \d+, \d+/, ""))

const historyOf = async (payer: Payer) =>
  (await rowsOf(payer, "What")).map((row) => row.split(" | ")[1])

const press = ({ page }: Payer, name: string) => page.getByRole("button", { name }).click()

/** Moves time ahead, and waits for the new page. */
const goAhead = async (payer: Payer, span: "day" | "week" | "month") => {
  const time = payer.page.locator("main strong").filter({ hasText: "UTC" })
  const before = await time.textContent()
  await press(payer, `A ${span} ahead`)
  await time.filter({ hasNotText: before ?? "" }).waitFor()
}

const changeCard = async (payer: Payer, card: RegExp) => {
  const option = payer.page.getByRole("option", { name: card })
  await payer.page.getByLabel("Test card").selectOption(await option.getAttribute("value"))
  await press(payer, "Change the card")
}

describe.skipIf(chromiumPath === null)("the demo shop's club", () => {
  const { browser, server, witness } = hostedPage()

  /** Subscribes in the shop, with a card that is charged later. */
  const join = async (): Promise<Payer> => {
    const payer = await openPayer(browser(), server().printed.url, witness)
    await press(payer, "Subscribe")
    await payer.reads(/^14 days free, then €9.00 every month, from /)
    await payer.type("approved")
    await press(payer, "Start trial, then pay €9.00")
    await payer.reads("Your subscription has begun")
    await payer.reads("it is free until")
    return payer
  }

  it("is joined, renewed after a month, and paid by the payer when it is overdue", async () => {
    const payer = await join()
    expect(await accessibilityProblems(payer)).toEqual([])
    expect(await cyclesOf(payer)).toEqual([
      "Trial | €0.00 | paid | 1",
      "1 | €9.00 | scheduled | 0",
      "2 | €9.00 | scheduled | 0",
      "3 | €9.00 | scheduled | 0"
    ])
    await goAhead(payer, "month")
    await payer.reads("it is paid, and renews on")
    expect((await historyOf(payer)).toSorted()).toEqual(
      ["created", "checked", "activated", "upcoming renewal", "paid", "renewed"].toSorted()
    )
    await changeCard(payer, /declined as insufficient_funds/i)
    await payer.reads("visa ending in 9995")
    for (const _ of [1, 2, 3]) await goAhead(payer, "week")
    await payer.reads("a payment was declined")
    expect((await historyOf(payer)).slice(-3)).toContain("declined")
    expect(await accessibilityProblems(payer)).toEqual([])
    await press(payer, "Pay the overdue amount")
    await payer.type("approved_mastercard")
    await payer.reads("€9.00")
    await press(payer, "Pay €9.00")
    await payer.reads("Payment successful")
    await payer.reads("it is paid, and renews on")
    await payer.reads("mastercard ending in 4444")
    expect((await historyOf(payer)).slice(-2)).toEqual(["recovered", "renewed"])
    expect((await cyclesOf(payer)).slice(0, 3)).toEqual([
      "Trial | €0.00 | paid | 1",
      "1 | €9.00 | paid | 1",
      expect.stringMatching(/^2 \| €9\.00 \| paid \| [234]$/)
    ])
  })

  it("is paused, resumed and canceled by the member", async () => {
    const payer = await join()
    await press(payer, "Pause")
    await payer.reads("nothing is charged until it is resumed")
    await goAhead(payer, "month")
    await press(payer, "Resume")
    await payer.reads("it is free until")
    await press(payer, "Cancel at the period's end")
    await payer.reads(/it ends on/)
    expect(await accessibilityProblems(payer)).toEqual([])
    await goAhead(payer, "month")
    await payer.reads(/it has ended/)
    expect(await cyclesOf(payer)).not.toContain("1 | €9.00 | paid | 1")
    expect(await payer.page.getByRole("button", { name: /Cancel|Pause|Resume/ }).count()).toBe(0)
    const list = await openTab(payer, server().printed.url, witness)
    await list.reads("canceled")
    expect(await accessibilityProblems(list)).toEqual([])
  })

  it("refuses an action in a tab with an old status", async () => {
    const payer = await join()
    const other = await openTab(payer, payer.page.url(), witness)
    await press(payer, "Cancel at once")
    await payer.reads(/it has ended/)
    await press(other, "Pause")
    await other.page.getByRole("alert").waitFor()
    await other.reads(/it has ended/)
    expect(await accessibilityProblems(other)).toEqual([])
  })

  it("keeps other tabs working while time passes", async () => {
    const { url } = server().printed
    const payer = await join()
    const shopping = await openTab(payer, url, witness)
    await press(shopping, "Buy now")
    await shopping.type("approved")
    const ordering = await openTab(payer, url, witness)
    await press(ordering, "Buy now")
    await ordering.type("approved")
    await ordering.press()
    await ordering.reads("Thank you, your order is paid")
    await goAhead(payer, "day")
    await shopping.page.evaluate("window.dispatchEvent(new Event('focus'))")
    await shopping.reads("This payment has expired")
    await goAhead(payer, "month")
    await ordering.page.reload()
    await ordering.reads("Thank you, your order is paid")
    const later = await openPayer(browser(), url, witness)
    await press(later, "Buy now")
    await later.type("approved")
    await later.press()
    // The shop verifies signatures by the engine's clock.
    await later.reads(/^by the webhook event_/)
  })
})
