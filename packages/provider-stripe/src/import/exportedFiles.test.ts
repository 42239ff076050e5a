import { readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { stripeApiVersion } from "../stripeClients.ts"
import { openImport } from "../testing/openImport.ts"

/** Opens a shop beside an account at Stripe, with a folder for its exported lists. */
const openExport = async () => {
  const opened = await openImport()
  const folder = await mkdtemp(join(tmpdir(), "export-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = (name: string, lines: ReadonlyArray<string>): Promise<void> =>
    writeFile(join(folder, `${name}.jsonl`), lines.join("\n"))
  return {
    ...opened,
    files: opened.moving({ from: { folder } }),
    write,
    line: (id: string): string => JSON.stringify(opened.fake.billing.exported(id))
  }
}

describe("an account that is copied from exported files", () => {
  it("is frozen and taken over by the account itself", async () => {
    const { files, move, write, line, subscribe, pass, billed } = await openExport()
    const id = subscribe("a", 10)
    await write("subscriptions", [line(id)])
    await files.copy()
    expect((await move.status())?.subscriptions).toMatchObject([{ state: "copied", count: 1 }])
    expect(await move.freeze()).toMatchObject({ frozen: 1 })
    expect(await move.takeOver()).toMatchObject({ takenOver: 1 })
    expect((await move.verify()).findings).toEqual([])
    await pass(11)
    expect(await billed(id)).toEqual({ stripe: 0, payloom: 1 })
  })

  it("is given back by the account itself, also if it is copied from files again", async () => {
    const { files, move, write, line, subscribe, pass, billed } = await openExport()
    const id = subscribe("a", 10)
    await write("subscriptions", [line(id)])
    await files.copy()
    await move.freeze()
    await files.copy()
    expect(await move.giveBack()).toEqual({ released: 1, stays: 0 })
    await pass(11)
    expect(await billed(id)).toEqual({ stripe: 1, payloom: 0 })
  })

  it("may have an object on several lines", async () => {
    const { files, write, line, subscribe } = await openExport()
    const ids = [subscribe("a"), subscribe("b"), subscribe("a")]
    await write("subscriptions", ids.map(line))
    await files.copy()
    expect((await files.status())?.subscriptions).toMatchObject([{ count: 2 }])
  })

  it("is copied to its end once a line that was cut off is complete", async () => {
    const { files, write, line, subscribe } = await openExport()
    const lines = Array.from({ length: 230 }, (_, nth) => line(subscribe(`s${nth}`)))
    await write("subscriptions", [...lines.slice(0, 150), String(lines[150]).slice(0, 99)])
    await expect(files.copy()).rejects.toThrow("Line 151 of subscriptions.jsonl is no JSON")
    await write("subscriptions", lines)
    await files.copy()
    expect((await files.status())?.subscriptions).toMatchObject([{ count: 230 }])
  })

  it("is copied from its beginning if a new file lacks the last line that was copied", async () => {
    const { files, write, line, subscribe } = await openExport()
    const lines = Array.from({ length: 130 }, (_, nth) => line(subscribe(`s${nth}`)))
    await write("subscriptions", [...lines.slice(0, 110), "cut"])
    await expect(files.copy()).rejects.toThrow("Line 111")
    await write("subscriptions", lines.toSpliced(99, 1))
    await files.copy()
    expect((await files.status())?.subscriptions).toMatchObject([{ count: 130 }])
  })

  it("is refused in an older version of the API, whose subscriptions have other fields", async () => {
    const { files, write, line, subscribe } = await openExport()
    const { items, ...subscription } = JSON.parse(line(subscribe("a")))
    const [{ current_period_start, current_period_end, ...item }] = items.data
    const period = { current_period_start, current_period_end }
    const older = { ...subscription, ...period, items: { ...items, data: [item] } }
    await write("subscriptions", [JSON.stringify(older)])
    await expect(files.copy()).rejects.toThrow(
      `Line 1 of subscriptions.jsonl is not of the API version ${stripeApiVersion}`
    )
  })

  it.each([
    ["subscription", { customer: "cus_a" }],
    ["subscription", { default_payment_method: "pm_a" }],
    ["subscription", { latest_invoice: "in_a" }],
    [
      "subscription",
      { customer: { object: "customer", invoice_settings: { default_payment_method: "pm_a" } } }
    ],
    ["customer", { object: "customer", invoice_settings: { default_payment_method: "pm_a" } }]
  ])("is refused if objects in a %s are not expanded", async (name, changes) => {
    const { files, write, line, subscribe } = await openExport()
    const exported = { ...JSON.parse(line(subscribe("a"))), ...changes }
    await write(`${name}s`, [JSON.stringify(exported)])
    await expect(files.copy()).rejects.toThrow(
      `Line 1 of ${name}s.jsonl has ids in place of expanded objects: export the list again.`
    )
  })

  it("is exported by the guide in the version that is read here", () => {
    const path = join(import.meta.dirname, "../../../../docs/guides/move-from-stripe.md")
    expect(readFileSync(path, "utf8")).toContain(`-H "Stripe-Version: ${stripeApiVersion}"`)
  })

  it("has no waiting items for a customer whose items are all on invoices", async () => {
    const { files, write, line, subscribe } = await openExport()
    await write("subscriptions", [subscribe("a"), subscribe("b")].map(line))
    await write(
      "invoiceitems",
      [
        { customer: "cus_a", invoice: "in_1" },
        { customer: "cus_b", invoice: null }
      ].map((item, nth) => JSON.stringify({ id: `ii_${nth}`, object: "invoiceitem", ...item }))
    )
    const planned: Array<ReadonlyArray<string>> = []
    for await (const { reasons } of files.plan()) planned.push(reasons)
    expect(planned).toEqual([[], ["pending_invoice_items"]])
  })
})
