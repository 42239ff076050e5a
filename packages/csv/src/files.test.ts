import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { type ReadOptions, readSettlementRows } from "./readSettlementRows.ts"
import type { SettlementMapping } from "./SettlementMapping.ts"
import { issuesOf } from "./testing/issuesOf.ts"

const mapping: SettlementMapping = {
  reference: "Référence",
  kind: { always: "charge" },
  gross: "Gross",
  currency: { always: "EUR" },
  settlement: "Payout"
}
const text = 'Référence,Gross,Payout\na,1.00,"Müller €\n""x"", 😀"\nb,2.00,\n'
const expected = [
  { reference: "a", settlement: 'Müller €\n"x", 😀' },
  { reference: "b", settlement: null }
]

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

const utf16be = (of: string): Uint8Array => Buffer.from(of, "utf16le").swap16()

const read = (bytes: Uint8Array, options: ReadOptions = {}, size = 7) =>
  readSettlementRows(inPieces(bytes, size), mapping, options)

describe("a file's bytes", () => {
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16, little end first", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16, big end first", utf16be(`\uFEFF${text}`)]
  ])("are read in %s, in pieces of any size", async (_, bytes) => {
    for (const size of [1, 2, 3, 5, 1000]) {
      expect(await read(bytes, {}, size)).toMatchObject(expected)
    }
  })

  it("are read as a whole, as a file that is read at once provides them", async () => {
    expect(await readSettlementRows(Buffer.from(text), mapping)).toMatchObject(expected)
  })

  it("are read in the encoding of the options if there is no byte order mark", async () => {
    expect(await read(Buffer.from(text, "utf16le"), { encoding: "utf-16le" })).toMatchObject(
      expected
    )
    const latin = Buffer.from(text.replace("€", "\u0080").replace("😀", "!"), "latin1")
    expect(await read(latin, { encoding: "windows-1252" })).toMatchObject([
      { settlement: 'Müller €\n"x", !' },
      {}
    ])
    const marked = Buffer.from(`\uFEFF${text}`, "utf16le")
    expect(await read(marked, { encoding: "windows-1252" })).toMatchObject(expected)
  })

  it("in another encoding are refused with the remedy", async () => {
    await expect(read(Buffer.from(text, "latin1"))).rejects.toThrow("set its encoding")
    await expect(read(Buffer.from(text, "utf16le"))).rejects.toThrow("UTF-16 without")
    await expect(read(utf16be(text))).rejects.toThrow("UTF-16 without")
    const cut = Buffer.from(`\uFEFF${text}`, "utf16le").subarray(0, -1)
    await expect(read(cut)).rejects.toThrow("not in utf-16le")
    await expect(read(Buffer.from([0xef]))).rejects.toThrow("not in utf-8")
  })

  it("may be empty, which is refused as a missing header", async () => {
    for (const bytes of ["", "\uFEFF", "\n\n"]) {
      expect(await issuesOf(read(Buffer.from(bytes)))).toMatchObject([{ row: 1 }])
    }
  })
})

describe("a file's lines", () => {
  it("may have any of three line ends, mixed, and are counted as an editor counts them", async () => {
    const csv = "Référence,Gross,Payout\r\na,1.00,\nb,2.00,\r\rc,x,\r\n\r\nd,y,"
    const issues = await issuesOf(read(Buffer.from(csv), {}, 1))
    expect(issues).toMatchObject([
      { row: 5, column: "Gross" },
      { row: 7, column: "Gross" }
    ])
    expect(await issuesOf(read(Buffer.from(csv), {}, 1000))).toEqual(issues)
  })

  it.each([";", "\t", "|"] as const)(
    "may have cells between %j, and some may be empty",
    async (delimiter) => {
      const csv = `Référence,Gross,Payout\n a ,1.00,\nb,2.00,"x, y"`.replaceAll(
        /,(?! )/g,
        delimiter
      )
      const rows = await readSettlementRows(csv, { ...mapping, delimiter })
      expect(rows).toMatchObject([
        { reference: "a", settlement: null },
        { reference: "b", settlement: "x, y" }
      ])
    }
  )

  it("are counted if quotes contain line breaks", async () => {
    const csv = 'Référence,Gross,Payout\na,1.00,"x\ny\nz"\nb,?,'
    expect(await issuesOf(read(Buffer.from(csv)))).toMatchObject([{ row: 5, column: "Gross" }])
  })

  it("with a text or an amount that is too long are refused", async () => {
    const long = `Référence,Gross,Payout\n${"a".repeat(256)},1.00,\nb,${"9".repeat(20)},\n`
    expect(await issuesOf(read(Buffer.from(long)))).toMatchObject([
      { row: 2, column: null },
      { row: 3, column: null }
    ])
  })

  it("are limited in length, whatever they contain", async () => {
    const wide = `Référence,Gross,Payout\n${",".repeat(70_000)}`
    const deep = `Référence,Gross,Payout\n${'"'.repeat(70_000)}`
    for (const csv of [wide, deep, "x".repeat(70_000), `"${"\n".repeat(70_000)}`]) {
      expect(await issuesOf(read(Buffer.from(csv), {}, 5000))).toMatchObject([{}])
    }
  })

  it("are limited in length, also if all of their cells are empty", async () => {
    let sent = 0
    async function* commas() {
      yield "Référence,Gross,Payout\n\n"
      for (; sent < 1_000; sent++) yield ",".repeat(4_096)
    }
    expect(await issuesOf(readSettlementRows(commas(), mapping))).toMatchObject([
      { row: 3, column: null, message: expect.stringContaining("longer than 65536 characters") }
    ])
    expect(sent).toBeLessThan(200)
  })

  it("may have a header of many names, which is refused without a long search", async () => {
    const header = (names: number) =>
      Buffer.from(Array.from({ length: names }, (_, n) => `Grosz${n}`).join(","))
    expect(await issuesOf(read(header(1000), {}, 5000))).toHaveLength(3)
    await expect(read(header(3000), {}, 5000)).rejects.toThrow("more than 1000 columns")
  })
})

describe("while a long file is read", () => {
  it("other code runs after every few rows", async () => {
    const csv = `Référence,Gross,Payout\n${"a,1.00,\n".repeat(20_000)}`
    let turns = 0
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        await setImmediate()
        turns += 1
      }
    })()
    expect(await readSettlementRows(csv, mapping)).toHaveLength(20_000)
    isOver = true
    await others
    expect(turns).toBeGreaterThan(20_000 / 100)
  })

  it("no more of it is read than is needed to refuse it", async () => {
    let sent = 0
    async function* endless() {
      yield "Référence,Gross,Payout\n"
      for (;;) {
        sent += 1
        yield "a,wrong,\n"
      }
    }
    expect(await issuesOf(readSettlementRows(endless(), mapping))).toHaveLength(10)
    expect(sent).toBeLessThan(1000)
  })
})
