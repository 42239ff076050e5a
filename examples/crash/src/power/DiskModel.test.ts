import { expect, it } from "vitest"
import { DiskModel } from "./DiskModel.ts"
import type { DiskOperation } from "./diskOperations.ts"

const folder = 1n
const database = { inode: 2n, bytes: Buffer.from("old") }
const all = { writtenShare: 1, sectorBytes: 512 } as const

type Given = DiskOperation extends infer One
  ? One extends DiskOperation
    ? Omit<One, "end">
    : never
  : never

const after = (...operations: ReadonlyArray<Given>) => {
  const model = new DiskModel({ inode: folder, files: new Map([["payloom.db", database]]) })
  for (const operation of operations) model.apply({ ...operation, end: 0 } as DiskOperation)
  return model
}

/** All names that the folder may have. */
const namesAfter = (model: DiskModel) =>
  [0, 0.3, 0.6, 0.99].map((number) =>
    [...model.afterLoss(all, () => number).keys()].toSorted().join(" ")
  )

const created: Given = { kind: "created", file: 3n, name: "payloom.db-wal" }
const syncOf = (file: bigint): ReadonlyArray<Given> => [
  { kind: "syncBegun", file, sync: file },
  { kind: "syncEnded", file, sync: file }
]

it("a power failure removes a new file whose folder was not synced, even if the file was", () => {
  const names = new Set(namesAfter(after(created, ...syncOf(3n))))
  expect(names).toEqual(new Set(["payloom.db", "payloom.db payloom.db-wal"]))
  expect(new Set(namesAfter(after(created, ...syncOf(folder))))).toEqual(
    new Set(["payloom.db payloom.db-wal"])
  )
})

it("a power failure undoes the removal and the renaming of a file until the folder is synced", () => {
  const removed: Given = { kind: "unlinked", name: "payloom.db" }
  expect(new Set(namesAfter(after(removed)))).toEqual(new Set(["", "payloom.db"]))
  expect(new Set(namesAfter(after(removed, ...syncOf(folder))))).toEqual(new Set([""]))
  const renamed: Given = { kind: "renamed", name: "payloom.db", to: "other.db" }
  expect(new Set(namesAfter(after(renamed)))).toEqual(new Set(["other.db", "payloom.db"]))
})

it("a sync of the folder covers only the changes of names before its begin", () => {
  const [begun, ended] = syncOf(folder)
  if (begun === undefined || ended === undefined) throw new Error("There is no sync.")
  expect(new Set(namesAfter(after(begun, created, ended)))).toEqual(
    new Set(["payloom.db", "payloom.db payloom.db-wal"])
  )
})

it("a sync without an end covers nothing", () => {
  const written: Given = { kind: "written", file: 2n, at: 0, bytes: Buffer.from("new") }
  const [begun, ended] = syncOf(2n)
  if (begun === undefined || ended === undefined) throw new Error("There is no sync.")
  const none = { writtenShare: 0, sectorBytes: 512 } as const
  const content = (model: DiskModel) => `${model.afterLoss(none, () => 0).get("payloom.db")}`
  expect(content(after(written, begun))).toBe("old")
  expect(content(after(written, begun, ended))).toBe("new")
})

it("an operation on an unknown file is refused", () => {
  expect(() => after({ kind: "truncated", file: 9n, size: 0 })).toThrow(/no file with the inode 9/)
})
