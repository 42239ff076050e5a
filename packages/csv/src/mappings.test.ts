import { describe, expect, it } from "vitest"
import { readSettlementReport } from "./readSettlementRows.ts"
import { plain, read, refusals } from "./testing/plainReport.ts"

describe("a gross in a debit and a credit column", () => {
  const sides = { gross: { debit: "Out", credit: "In" } } as const
  const header = "Type,Ref,Out,In,Currency"

  it("is the amount of the column that has one", async () => {
    const rows = await read(
      [header, "Sale,a,,5.00,EUR", "Refund,b,2.50,0.00,EUR", "Sale,c,0,0,EUR"],
      sides
    )
    expect(rows.map(({ gross }) => gross)).toEqual([500n, 250n, 0n])
  })

  it("is refused if both or none have an amount, or it contradicts its kind, or one is negative", async () => {
    const lines = [
      header,
      "Sale,a,1.00,5.00,EUR",
      "Sale,b,,,EUR",
      "Sale,c,5.00,,EUR",
      "Refund,d,,5.00,EUR",
      "Refund,e,-5.00,,EUR"
    ]
    const found = await refusals(lines, sides)
    expect(found.map(({ row, column }) => [row, column])).toEqual(
      [2, 3, 4, 5, 6].map((row) => [row, "In"])
    )
    expect(found[0]?.message).toContain("both have an amount")
    expect(found[1]?.message).toContain('is empty, and so is "Out"')
    expect(found[2]?.message).toContain("gives money to the merchant")
    expect(found[3]?.message).toContain("but a row of its kind takes it")
    expect(found[4]?.message).toContain("is negative")
  })
})

describe("a signed gross", () => {
  it("is refused if its sign contradicts its kind", async () => {
    const signed = { gross: { signed: "Gross" } } as const
    const header = "Type,Ref,Gross,Currency"
    expect(await read([header, "Sale,a,5.00,EUR", "Refund,b,-2.50,EUR"], signed)).toMatchObject([
      { gross: 500n },
      { gross: 250n }
    ])
    const found = await refusals([header, "Sale,a,-5.00,EUR", "Refund,b,2.50,EUR"], signed)
    expect(found.map(({ row }) => row)).toEqual([2, 3])
  })
})

describe("fees", () => {
  const header = "Type,Ref,Gross,Currency,Fee,More,Net"

  it("in several columns are added, and returned fees are subtracted", async () => {
    const more = { fee: ["Fee", "More"] }
    expect(await read([header, "Sale,a,5.00,EUR,0.30,-0.05,"], more)).toMatchObject([{ fee: 25n }])
  })

  it("that are empty are 0 if the mapping says so, and are refused otherwise", async () => {
    const lines = [header, "Sale,a,5.00,EUR,0.30,,"]
    const more = { fee: ["Fee", "More"] }
    expect(await read(lines, { ...more, blankFees: "zero" })).toMatchObject([{ fee: 30n }])
    expect(await refusals(lines, more)).toMatchObject([{ row: 2, column: "More" }])
  })

  it("have to fit the gross and the net, whichever sign refunds have", async () => {
    const more = { fee: "Fee", net: "Net" }
    const lines = [
      header,
      "Sale,a,5.00,EUR,0.30,,4.70",
      "Refund,b,-5.00,EUR,0.30,,-5.30",
      "Refund,c,5.00,EUR,0.30,,5.30",
      "Sale,d,5.00,EUR,0.30,,"
    ]
    expect(await read(lines, more)).toHaveLength(4)
    const wrong = [header, "Sale,a,5.00,EUR,0.30,,4.00", "Refund,b,-5.00,EUR,0.30,,-4.70"]
    const found = await refusals(wrong, more)
    expect(found).toMatchObject([
      { row: 2, column: "Net" },
      { row: 3, column: "Net" }
    ])
    expect(found[0]?.message).toContain("is not the gross less the fees")
  })

  it("in another currency than the gross are refused, or their row is left out", async () => {
    const lines = [
      "Type,Ref,Gross,Currency,Fee,Paid in",
      "Sale,a,5.00,USD,0.30,EUR",
      "Sale,b,5.00,EUR,0.30,eur"
    ]
    const more = { fee: "Fee", feeCurrency: "Paid in" }
    expect(await refusals(lines, more)).toMatchObject([{ row: 2, column: "Paid in" }])
    const mapping = { ...plain, ...more, converted: "left_out" } as const
    const report = await readSettlementReport(lines.join("\n"), mapping)
    expect(report.rows).toMatchObject([{ reference: "b" }])
    expect(report.leftOut).toEqual([{ because: "converted", rows: 1, firstRow: 2 }])
  })
})

describe("an amount with a direction", () => {
  const directed = {
    gross: { column: "Gross", direction: "Way", debit: "DR", credit: "CR" },
    fee: { column: "Fee", direction: "Fee way", debit: "DR", credit: "CR" },
    blankFees: "zero"
  } as const
  const header = "Type,Ref,Way,Gross,Currency,Fee way,Fee"

  it("goes in the direction of the other column", async () => {
    const lines = [header, "Sale,a,CR,5.00,EUR,DR,0.30", "Refund,b,DR,5.00,EUR,CR,0.30"]
    expect(await read([...lines, "Sale,c,CR,1.00,EUR,,"], directed)).toMatchObject([
      { gross: 500n, fee: 30n },
      { gross: 500n, fee: -30n },
      { gross: 100n, fee: 0n }
    ])
  })

  it("is refused if its direction is unknown to the mapping, or contradicts its kind", async () => {
    const lines = [header, "Sale,a,,5.00,EUR,,", "Sale,b,CR,5.00,EUR,,0.30", "Sale,c,DR,5.00,EUR,,"]
    expect(await refusals(lines, directed)).toMatchObject([
      { row: 2, column: "Way" },
      { row: 3, column: "Fee way" },
      { row: 4, column: "Gross" }
    ])
  })
})

describe("currencies", () => {
  it("may be in small letters", async () => {
    const lines = ["Type,Ref,Gross,Currency", "Sale,a,5.00,eur", "Sale,b,5,Jpy"]
    expect(await read(lines, {})).toMatchObject([{ currency: "EUR" }, { currency: "JPY" }])
  })

  it("that are always the same are refused if the file names another one", async () => {
    const lines = (currency: string) => [
      "Type,Ref,Gross,Settlement Currency",
      `Sale,a,5.00,${currency}`
    ]
    const always = { currency: { always: "EUR" } }
    expect(await read(lines("eur"), always)).toMatchObject([{ currency: "EUR" }])
    expect(await read(lines(""), always)).toMatchObject([{ currency: "EUR" }])
    expect(await refusals(lines("USD"), always)).toMatchObject([
      { row: 2, column: "Settlement Currency" }
    ])
  })
})

describe("a kind", () => {
  it("may be in several columns, and match all texts that begin with a key", async () => {
    const kind = {
      column: ["Way", "Type"],
      kinds: { "in T0*": "charge", "in T01": null, "in *": "reversal" }
    } as const
    const lines = [
      "Way,Type,Ref,Gross,Currency",
      "in,T05,a,1.00,EUR",
      "in,T01,b,x,",
      "in,T9,c,1.00,EUR"
    ]
    expect(await read(lines, { kind })).toMatchObject([{ kind: "charge" }, { kind: "reversal" }])
    const other = [...lines, "out,T05,d,1.00,EUR", "in,,e,1.00,EUR"]
    const found = await refusals(other, { kind: { ...kind, kinds: { "in T*": null } } })
    expect(found).toMatchObject([
      { row: 5, column: "Way" },
      { row: 6, column: "Way" }
    ])
    expect(found[0]?.message).toContain('together with "Type" has no kind')
  })

  it("that is not a key of the mapping is refused, even a name that every object has", async () => {
    const lines = ["Type,Ref,Gross,Currency", "constructor,a,1.00,EUR", "__proto__,b,1.00,EUR"]
    expect(await refusals(lines, {})).toMatchObject([{ row: 2 }, { row: 3 }])
  })

  it("that corrects a row is added to it, before or after it", async () => {
    const kind = {
      column: "Type",
      kinds: { Sale: "charge", Uncaptured: { partOf: "charge" } }
    } as const
    const more = { kind, gross: { signed: "Gross" }, fee: "Fee" } as const
    const header = "Type,Ref,Gross,Fee,Currency"
    const lines = [
      header,
      "Uncaptured,a,-3.00,-0.10,EUR",
      "Sale,a,10.00,0.40,EUR",
      "Sale,b,1,0,EUR"
    ]
    expect(await read(lines, more)).toMatchObject([
      { reference: "a", gross: 700n, fee: 30n },
      { reference: "b", gross: 100n }
    ])
    const wrong = [
      ...lines,
      "Uncaptured,c,-1.00,0,EUR",
      "Sale,d,1.00,0,EUR",
      "Sale,d,1.00,0,EUR",
      "Uncaptured,d,-1.00,0,EUR",
      "Uncaptured,b,-2.00,0,EUR",
      "Uncaptured,b,-0.50,0,USD"
    ]
    const found = await refusals(wrong, more)
    expect(found.map(({ row }) => row)).toEqual([5, 8, 9, 10])
    expect(found[0]?.message).toContain("no row with its reference")
    expect(found[1]?.message).toContain("several rows")
    expect(found[2]?.message).toContain("more than the charge")
  })
})

describe("a reference", () => {
  it("may be in other columns for each kind, and in the first that isn't empty", async () => {
    const reference = {
      charge: ["Own", "Ref"],
      refund: "Ref",
      reversal: "Ref",
      dispute: "Ref",
      dispute_release: "Ref"
    }
    const lines = [
      "Type,Own,Ref,Gross,Currency",
      "Sale,o,p,1.00,EUR",
      "Sale,,p,1.00,EUR",
      "Refund,o,p,1.00,EUR"
    ]
    const rows = await read(lines, { reference })
    expect(rows.map((row) => row.reference)).toEqual(["o", "p", "p"])
    const found = await refusals([...lines, "Sale,,,1.00,EUR"], { reference })
    expect(found).toMatchObject([{ row: 5, column: "Own" }])
    expect(found[0]?.message).toContain('and so is "Ref"')
  })
})
