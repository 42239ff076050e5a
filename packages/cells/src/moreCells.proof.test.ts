import { storageContract } from "@payloom/testkit/storage-contract"
import { describe, it } from "vitest"
import { memoryStores, openOn, type Placement } from "./testing/openTestCells.ts"

const layouts: ReadonlyArray<readonly [cells: number, placement: Placement]> = [
  [1, "together"],
  [8, "apart"]
]

describe.each(layouts)(
  "the storage contract over %i cells in memory, tenants %s",
  (count, placed) => {
    const harness = { open: () => openOn(memoryStores(count), placed) }
    for (const rule of storageContract) it(rule.name, () => rule.run(harness))
  }
)
