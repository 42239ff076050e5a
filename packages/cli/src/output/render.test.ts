import { describe, expect, it } from "vitest"
import type { OutputStream } from "../command/Terminal.ts"
import { cutToWidth, displayWidth, fitToWidth } from "./displayWidth.ts"
import { amountText } from "./format.ts"
import type { Output } from "./Output.ts"
import { render } from "./render.ts"
import { safeJson, safeText } from "./safeText.ts"
import { wireForm } from "./wireForm.ts"

const rendered = async (
  output: Output,
  { json = false, columns, env = {} }: { json?: boolean; columns?: number; env?: object } = {}
) => {
  let text = ""
  const stdout: OutputStream = {
    write: (part) => {
      text += part
    },
    isTTY: columns !== undefined,
    columns
  }
  const terminal = { stdout, stderr: stdout, input: null, env: { ...env }, cwd: "." }
  await render(output, terminal, json)
  return text
}

const names = ["Zoë", "山田太郎", "مريم", "👩‍👩‍👧‍👦 Family", "देवनागरी"]

const tableOf = (cells: ReadonlyArray<string>): Output => ({
  kind: "table",
  table: {
    columns: [
      { title: "Name", shrinks: true },
      { title: "Amount", align: "right" }
    ],
    rows: cells.map((name) => [name, "1.00"]),
    empty: "There is nobody."
  },
  json: cells
})

describe("a table", () => {
  it("is aligned by the width of its texts in any script", async () => {
    const lines = (await rendered(tableOf(names))).trimEnd().split("\n")
    expect(new Set(lines.map(displayWidth)).size).toBe(1)
  })

  it("fits a narrow terminal, and is not cut in a pipe", async () => {
    const long = ["長い名前".repeat(20), "x".repeat(100)]
    for (const line of (await rendered(tableOf(long), { columns: 40 })).trimEnd().split("\n")) {
      expect(displayWidth(line)).toBeLessThanOrEqual(40)
    }
    expect(await rendered(tableOf(long))).toContain("x".repeat(100))
  })

  it("has a sentence in place of no rows", async () => {
    expect(await rendered(tableOf([]))).toBe("There is nobody.\n")
  })

  it("has colours on a terminal only, and not with NO_COLOR", async () => {
    const escape = "\u001b["
    expect(await rendered(tableOf(names), { columns: 80 })).toContain(escape)
    expect(await rendered(tableOf(names))).not.toContain(escape)
    expect(await rendered(tableOf(names), { columns: 80, env: { NO_COLOR: "1" } })).not.toContain(
      escape
    )
    expect(await rendered(tableOf(names), { env: { FORCE_COLOR: "1" } })).toContain(escape)
  })
})

describe("a text of others", () => {
  const hostile = "a\u001b[2Jb\u009bc\u202ed\u0007e\nf\u2028g\rh"

  it("never moves the cursor of a terminal or reverses its text", async () => {
    for (const json of [false, true]) {
      const text = await rendered(tableOf([hostile]), { json, env: { NO_COLOR: "1" } })
      expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}]/u)
    }
    expect(safeText(hostile)).toBe("a\\u001b[2Jb\\u009bc\\u202ed\\u0007e⏎f\\u2028g\\u000dh")
  })

  it("is the same text for a reader of the JSON", () => {
    expect(JSON.parse(safeJson({ hostile }))).toEqual({ hostile })
  })

  it("is cut between whole characters", () => {
    expect(cutToWidth("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3)).toBe("👩‍👩‍👧‍👦…")
    expect(fitToWidth("山田", 3, "left")).toBe("山…")
    expect(fitToWidth("a", 3, "right")).toBe("  a")
  })
})

describe("amounts and times", () => {
  it.each([
    [1250n, "EUR", "12.50 EUR"],
    [-5n, "EUR", "-0.05 EUR"],
    [1250n, "JPY", "1250 JPY"],
    [1250n, "KWD", "1.250 KWD"],
    [1250n, "IQD", "1.250 IQD"],
    [0n, "USD", "0.00 USD"]
  ])("%s of %s is %s", (amount, currency, text) => {
    expect(amountText(amount, currency)).toBe(text)
  })

  it("are in JSON as over HTTP, except in data of others", () => {
    const metadata = { orderId: 1 }
    expect(wireForm({ amountPaid: 5n, settledAt: 0, created: null, metadata })).toEqual({
      amount_paid: "5",
      settled_at: "1970-01-01T00:00:00.000Z",
      created: null,
      metadata
    })
  })
})
