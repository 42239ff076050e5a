import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { Interrupts } from "../../command/Interrupts.ts"
import { type LineOptions, runLine } from "../../testing/runLine.ts"
import { sandboxStore } from "../../testing/sandboxStore.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()
const store = await sandboxStore(folder)

const on = (args: ReadonlyArray<string>, options: LineOptions = {}) =>
  runLine(args, { cwd: folder, ...options, env: store.env })

const asJson = async (args: ReadonlyArray<string>) => {
  const { code, stdout, stderr } = await on([...args, "--json"])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

describe("commands on the ledger", () => {
  it("statement --csv writes the same to a file, and says if it was interrupted", async () => {
    const csv = ["ledger", "statement", "merchant_payable", "--csv"]
    const { stdout } = await on(csv)
    expect(stdout).toMatch(/,closing,,,EUR,,-?[\d.]+\r\n$/)
    expect((await asJson(csv)).csv).toBe(stdout)
    const { file, bytes } = await asJson([...csv, "--out", "month.csv"])
    expect(file).toBe(join(folder, "month.csv"))
    expect([readFileSync(file, "utf8"), bytes]).toEqual([stdout, Buffer.byteLength(stdout)])
    expect(await on([...csv, "--out", "month.csv"])).toMatchObject({ code: 1, stdout: "" })
    expect((await on([...csv.slice(0, 3), "--out", "other.csv"])).code).toBe(2)
    const unknown = await on(["ledger", "statement", "nothing", "--csv", "--json"])
    expect([unknown.code, Object.keys(JSON.parse(unknown.stdout))]).toEqual([1, ["error"]])
    const interrupts = new Interrupts()
    const stopped = await on(csv, { interrupts, onWrite: () => void interrupts.interrupt() })
    expect(stopped.code).toBe(130)
    expect(stopped.stdout).toMatch(/^booked_at,[\s\S]*\r\nincomplete: .*\r\n$/)
    expect(stopped.stdout).not.toContain("closing")
  })

  it.each([
    ["2026-11-28 12:00:00", [], "or --time-zone"],
    ["2026-11-28 12:00:00", ["--time-zone", "Berlin"], "and --time-zone is not known"],
    ["\u0000", [], "The CSV seems to be UTF-16 without a byte order mark. Save it as UTF-8."],
    ["\xff", [], "The CSV is not in utf-8. Save it as UTF-8."]
  ])("reconcile refuses a report by its own flags: %j %j", async (time, flags, part) => {
    const { data } = await asJson(["mids", "list"])
    const columns = { reference: "ref", gross: "gross", currency: "currency", settledAt: "at" }
    const mapping = { ...columns, kind: { always: "charge" } }
    writeFileSync(join(folder, "mapping.json"), JSON.stringify(mapping))
    const csv = `at,ref,gross,currency\n${time},r,1.00,EUR\n`
    writeFileSync(join(folder, "report.csv"), time.length === 1 ? time + csv : csv, "latin1")
    const line = ["ledger", "reconcile", "report.csv", "--mid", data[0].id]
    const { code, stdout } = await on([...line, "--mapping", "mapping.json", ...flags, "--json"])
    const { error } = JSON.parse(stdout)
    expect({ code, reason: error.reason }).toEqual({ code: 1, reason: "csv_refused" })
    expect(error.message).toContain(part)
    expect(error.message).not.toMatch(/`(timeZone|encoding|max\w+)`/)
  })

  it("reconcile compares no report with a held store, and says what comes first", async () => {
    const { data } = await asJson(["mids", "list"])
    await on(["backup", "--from", store.file, "--to", "monday.db"])
    await on(["restore", "--from", "monday.db", "--to", "held.db"])
    writeFileSync(join(folder, "held.csv"), "reference\n")
    const compare = ["ledger", "reconcile", "held.csv", "--mid", data[0].id]
    const line = [...compare, "--form", "adyen_settlement", "--database", "held.db", "--json"]
    const { code, stdout } = await on(line)
    const { error } = JSON.parse(stdout)
    expect({ code, reason: error.reason }).toEqual({ code: 1, reason: "storage_held" })
    expect(error.message).toContain("payloom reconcile --with-providers")
  })
})
