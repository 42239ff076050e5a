import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { erasureFile } from "./erasureFile.ts"

const folder = mkdtempSync(join(tmpdir(), "payloom-erased-"))
afterAll(() => rmSync(folder, { recursive: true }))

const erasure = (customer: string) =>
  ({ tenant: "tenant_1", mode: "live", customer, erasedAt: 1000 }) as const

it("a file of erasures has every entry, also of another process", async () => {
  const path = join(folder, "both.erased")
  expect(await erasureFile(path).list()).toEqual([])
  await erasureFile(path).add(erasure("cus_1"))
  await Promise.all([
    erasureFile(path).add(erasure("cus_2")),
    erasureFile(path).add(erasure("cus_3"))
  ])
  const entries = await erasureFile(path).list()
  expect(entries.map(({ customer }) => customer).sort()).toEqual(["cus_1", "cus_2", "cus_3"])
  expect(entries[0]).toEqual(erasure("cus_1"))
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it("an entry that was written in part hides no other entry", async () => {
  const path = join(folder, "torn.erased")
  await erasureFile(path).add(erasure("cus_1"))
  appendFileSync(path, '{"tenant":"tenant_1","mo')
  await erasureFile(path).add(erasure("cus_2"))
  expect((await erasureFile(path).list()).map(({ customer }) => customer)).toEqual([
    "cus_1",
    "cus_2"
  ])
})

it("a file of erasures has ids and times only", async () => {
  const path = join(folder, "plain.erased")
  await erasureFile(path).add({ ...erasure("cus_1"), ...{ email: "ada@example.org" } })
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(erasure("cus_1"))
})
