import { describe, expect, it } from "vitest"
import { readSettlementReport, readSettlementRows } from "./readSettlementRows.ts"
import { issuesOf } from "./testing/issuesOf.ts"
import { plain, read, refusals } from "./testing/plainReport.ts"

describe("times", () => {
  const header = "Type,Ref,Gross,Currency,When,Zone"
  const at = (when: string, zone = "") => [header, `Sale,a,1.00,EUR,${when},${zone}`]

  it("are in the zone of another column, which is a known name or one of the mapping's names", async () => {
    const settledAt = { column: "When", zone: { column: "Zone", names: { CEST: "+02:00" } } }
    for (const zone of ["CEST", "Europe/Berlin", "+02:00"]) {
      expect(await read(at("2026-06-03 11:00:00", zone), { settledAt })).toMatchObject([
        { settledAt: Date.UTC(2026, 5, 3, 9) }
      ])
    }
    expect(await refusals(at("2026-06-03 11:00:00", "IST"), { settledAt })).toMatchObject([
      { row: 2, column: "When" }
    ])
    expect(await read(at("", ""), { settledAt })).toMatchObject([{ settledAt: null }])
  })

  it("are in the zone of the options if the file and the mapping name none", async () => {
    const mapping = { ...plain, settledAt: "When" }
    const csv = at("2026-06-03 11:00:00").join("\n")
    expect(await readSettlementRows(csv, mapping, { timeZone: "Europe/Berlin" })).toMatchObject([
      { settledAt: Date.UTC(2026, 5, 3, 9) }
    ])
    const [issue] = await issuesOf(readSettlementRows(csv, mapping))
    expect(issue).toMatchObject({ row: 2, column: "When" })
    expect(issue?.message).toContain("`timeZone`")
  })

  it("come from the first of several columns that the file has", async () => {
    const settledAt = [
      { column: "When UTC", zone: "UTC" },
      { column: "When", zone: "+01:00" }
    ]
    expect(await read(at("2026-06-03 11:00:00"), { settledAt })).toMatchObject([
      { settledAt: Date.UTC(2026, 5, 3, 10) }
    ])
    const none = [header.replace("When", "Day"), "Sale,a,1.00,EUR,,"]
    expect(await refusals(none, { settledAt })).toMatchObject([{ row: 1, column: "When UTC" }])
    const optional = settledAt.map(({ column }) => column)
    expect(await read(none, { settledAt, optional })).toMatchObject([{ settledAt: null }])
  })
})

describe("lines that are not rows", () => {
  const body = ["Type,Ref,Gross,Currency", "Sale,a,1.00,EUR"]

  it("may come before the header, as many as the mapping says or until it is found", async () => {
    const before = ["Report of November", "", "Account,123,,", ...body]
    expect(await read(before, { linesBefore: 3 })).toHaveLength(1)
    expect(await read(before, { linesBefore: "any" })).toHaveLength(1)
    expect(await refusals(before, { linesBefore: 2 })).toMatchObject([
      { row: 3 },
      ...Array(3).fill({})
    ])
    const near = await refusals(["Report", "Type,Ref,Gros,Currency", "x"], { linesBefore: "any" })
    expect(near).toMatchObject([{ row: 2, column: "Gross" }])
    const long = Array.from({ length: 200 }, () => "x")
    expect(await refusals([...long, ...body], { linesBefore: "any" })).toHaveLength(4)
  })

  it("may come after the rows, and a file without the line that ends them is refused", async () => {
    const after = [...body, "Total,1", "Sale,b,1.00,EUR,and,more"]
    expect(await read(after, { endsAt: "Total" })).toMatchObject([{ reference: "a" }])
    await expect(read(body, { endsAt: "Total" })).rejects.toThrow("ends before a line")
    expect(await refusals(after, {})).toMatchObject([{ row: 3 }, { row: 4 }])
  })

  it("may be recognized by a text in a column", async () => {
    const lines = [
      "Type,Ref,Gross,Currency,Status,Account",
      "Sale,a,1.00,EUR,paid,nl",
      "Sale,b,x,EUR,pending,nl",
      "Sale,c,x,EUR,paid,de"
    ]
    const mapping = {
      ...plain,
      skip: [{ column: "Status", values: ["pending", "failed"] }],
      only: [{ column: "Account", values: ["nl"] }]
    }
    expect(await readSettlementReport(lines.join("\n"), mapping)).toMatchObject({
      rows: [{ reference: "a" }],
      leftOut: [
        { because: "skip Status", rows: 1, firstRow: 3 },
        { because: "not only Account", rows: 1, firstRow: 4 }
      ]
    })
  })

  it("are refused if their first cell has to be a type and isn't", async () => {
    const lineTypes = { header: "H", row: "R", end: "E", others: ["X"] }
    const good = ["X,1", "H,Type,Ref,Gross,Currency", "R,Sale,a,1.00,EUR", "E", "X"]
    expect(await read(good, { lineTypes })).toHaveLength(1)
    expect(await read(good.slice(0, 2), { lineTypes })).toEqual([])
    await expect(read(good.slice(0, 3), { lineTypes })).rejects.toThrow("ends before")
    expect(await refusals([...good, "Y,1", "R,Sale,b,1.00,EUR"], { lineTypes })).toMatchObject([
      { row: 6 },
      { row: 7 }
    ])
  })
})

describe("a header", () => {
  it("may have names in other letters and spaces, unless two columns differ only in these", async () => {
    const rows = ["Sale,a,1.00,EUR,"]
    expect(await read(["TYPE,ref, gross ,CURRENCY,x", ...rows], {})).toHaveLength(1)
    expect(await read(["Type,Ref,Gross,Currency,gross", ...rows], {})).toHaveLength(1)
    expect(await refusals(["Type,Ref,GROSS,Currency,gross", ...rows], {})).toMatchObject([
      { row: 1, column: "Gross" }
    ])
  })

  it("without a column is refused with the most similar name", async () => {
    const found = await refusals(["Typ,Reference,Grosse,Currency"], {})
    expect(found.map(({ column }) => column)).toEqual(["Ref", "Type", "Gross"])
    expect(found[1]?.message).toContain('did you mean "Typ"?')
    expect(found[2]?.message).toContain('did you mean "Grosse"?')
    expect(found[0]?.message).not.toContain("did you mean")
  })

  it("may repeat columns that the mapping doesn't use", async () => {
    expect(await read(["Type,Ref,Gross,Currency,x,x", "Sale,a,1,EUR,,"], {})).toHaveLength(1)
  })
})
