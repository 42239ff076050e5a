import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { BrowserContextOptions } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { openOperator } from "./testing/operator.ts"
import { accessibilityProblems } from "./testing/payer.ts"

describe.skipIf(chromiumPath === null)("an operator of the engine", () => {
  const hosted = hostedPage()
  const { server } = hosted
  const open = (path = "", options: BrowserContextOptions = {}) =>
    openOperator(hosted, path, options)

  let receiver: Server
  let status = 500
  const got: Array<string> = []
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      got.push(String(request.headers["webhook-id"]))
      response.writeHead(status).end("<b>the answer</b>")
    })
    await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening))
  })
  afterAll(() => new Promise((closed) => receiver.close(closed)))

  it("makes an endpoint, and sees its secret once", async () => {
    const { page, reads } = await open("/webhooks")
    await page.getByRole("button", { name: "New endpoint…" }).click()
    const { port } = receiver.address() as AddressInfo
    await page.getByLabel("Address").fill(`http://127.0.0.1:${port}/`)
    await reads(/^Sends every event to /)
    await page.getByRole("button", { name: "Create" }).click()
    await reads(/^whsec_/)
    await page.getByRole("button", { name: "I have kept it" }).click()
    await reads(`http://127.0.0.1:${port}/`)
    expect(await page.getByText("whsec_").count()).toBe(0)
  })

  it("finds the webhook that failed, and sends it again, in three clicks", async () => {
    await server().pay("approved")
    await expect.poll(() => got.length).toBeGreaterThan(0)
    const person = await open()
    const { page } = person
    await person.click(page.getByRole("link", { name: "Webhooks failing" }))
    await person.reads("HTTP 500")
    status = 200
    const before = got.length
    await person.click(page.getByRole("button", { name: /^Send .* again$/ }).first())
    await person.reads(/again now, with all its retries\.$/)
    expect(await accessibilityProblems(person)).toEqual([])
    await person.click(page.getByRole("button", { name: "Send again", exact: true }))
    await person.reads("The delivery is queued.")
    await expect.poll(() => got.length).toBeGreaterThan(before)
    expect(person.clicks()).toBe(3)
  })

  it("reads the body and the answer of a delivery as text", async () => {
    const person = await open("/webhooks")
    await person.page
      .getByRole("link", { name: /^payment\.succeeded, delivery/ })
      .first()
      .click()
    await person.reads(/"type": "payment\.succeeded"/)
    expect(await person.page.locator("b").count()).toBe(0)
  })

  it("stops an account that fails in three clicks", async () => {
    const person = await open()
    const { page } = person
    await person.click(page.getByRole("link", { name: "Routing" }))
    await person.click(page.getByRole("button", { name: "Stop…" }).last())
    await person.reads(/^No new charge goes to “/)
    expect(await accessibilityProblems(person)).toEqual([])
    await person.click(page.getByRole("button", { name: "Stop", exact: true }))
    await person.reads("The account is stopped.")
    await person.reads("Stopped")
    expect(person.clicks()).toBe(3)
    await page.getByRole("button", { name: "Start…" }).click()
    await page.getByRole("button", { name: "Start", exact: true }).click()
    await page.getByRole("button", { name: "Start…" }).waitFor({ state: "detached" })
  })

  it("tries rules on the last attempts before they are saved", async () => {
    const person = await open("/routing/rules")
    const { page } = person
    await page.getByRole("button", { name: "Add a rule" }).click()
    const rule = page.getByRole("listitem").filter({ hasText: "Order of the accounts" }).last()
    await rule.getByLabel("Name").fill("Last account only")
    expect(await page.getByRole("button", { name: "Save…" }).isDisabled()).toBe(true)
    const accounts = rule.getByLabel("Add an account")
    await accounts.selectOption({ index: (await accounts.locator("option").count()) - 1 })
    await page.getByRole("button", { name: "Try them" }).click()
    await person.reads(/of the last \d+ attempts/)
    expect(await accessibilityProblems(person)).toEqual([])
    await page.getByRole("button", { name: "Save…" }).click()
    await person.reads(/would have gone elsewhere\.$/)
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await person.reads("The rules are in force.")
    await person.reads("Last account only")
  })

  it("compares a report, books it, and finds the payout's money in one click", async () => {
    const { id } = (await server().pay("approved")).json
    const [attempt] = (
      (await server().get(`/payments/${id}/attempts`)).json as {
        readonly data: ReadonlyArray<{ readonly id: string; readonly mid: string }>
      }
    ).data
    const person = await open("/ledger/report")
    const { page } = person
    await page
      .locator("main")
      .getByLabel("Account")
      .selectOption(attempt?.mid ?? "")
    await page.getByLabel("Form of the report").selectOption("plain")
    await page.getByLabel("First day").fill("2020-01-01")
    await page.getByLabel("Last day").fill("2040-01-01")
    const header = "reference,kind,gross,fee,currency,settlement"
    const csv = `${header}\n${attempt?.id},charge,12.50,0.44,EUR,po_9`
    const buffer = Buffer.from(csv)
    await page.getByLabel("File").setInputFiles({ name: "r.csv", mimeType: "text/csv", buffer })
    await page.getByRole("button", { name: "Compare" }).click()
    await person.reads("1 of 1 row agree with the books")
    expect(await accessibilityProblems(person)).toEqual([])
    await page.getByRole("button", { name: "Book 1 row…" }).click()
    await page.getByRole("button", { name: "Book", exact: true }).click()
    await person.reads("All of them are booked.")
    const other = await open()
    await other.click(other.page.getByRole("link", { name: "Ledger" }))
    await other.page.getByLabel("Where is a payout's money?").fill("po_9")
    await other.page.keyboard.press("Enter")
    await other.reads("€12.06")
    await other.reads(/^1 row of the report\./)
    expect(await accessibilityProblems(other)).toEqual([])
    expect(other.clicks()).toBe(1)
  })

  it("makes a key that is shown once, and revokes it", async () => {
    const { page, reads } = await open("/keys")
    await page.getByRole("button", { name: "New key…" }).click()
    await page.getByRole("button", { name: "Make a key" }).click()
    await reads(/^sk_test_/)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await page.getByText("sk_test_").count()).toBe(0)
    await page
      .getByRole("button", { name: /^Revoke the key/ })
      .first()
      .click()
    await page.getByRole("button", { name: "Revoke", exact: true }).click()
    await reads("Revoked")
  })
})
