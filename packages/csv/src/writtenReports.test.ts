import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readSettlementRows } from "./readSettlementRows.ts"
import { anyForm, anyRow, writtenReport } from "./testing/writtenReport.ts"

const run = fc.record({ form: anyForm, rows: fc.array(anyRow, { maxLength: 8 }) })

describe("a report that is written by a mapping", () => {
  it("is read as the rows that were written", async () => {
    const property = fc.asyncProperty(run, async ({ form, rows }) => {
      const hasFees = (form.mapping.fee as ReadonlyArray<unknown>).length > 0
      const expected = rows.map((row) => (hasFees ? row : { ...row, fee: 0n }))
      expect(await readSettlementRows(writtenReport(form, rows), form.mapping)).toEqual(expected)
    })
    await fc.assert(property, { numRuns: 300 })
  })
})
