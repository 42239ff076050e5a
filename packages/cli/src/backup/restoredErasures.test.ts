import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openRestoredShop } from "../testing/restoring.ts"
import { temporaryFolder } from "../testing/temporaryFolder.ts"
import { backUpStore, restoreStore } from "./backUpStore.ts"

it("a restore says where it expects the list of erased customers, and if it is there", async () => {
  const folder = temporaryFolder()
  const { file, close } = await openRestoredShop()
  const [backup, first, second] = ["b.db", "first.db", "second.db"].map((name) =>
    join(folder, name)
  ) as [string, string, string]
  await backUpStore({ from: file(), to: backup })
  await close()
  const without = await restoreStore({ from: backup, to: first })
  expect(without.next[0]).toContain(`Put the list of the lost store to ${first}.erased first`)
  writeFileSync(`${second}.erased`, "")
  const withList = await restoreStore({ from: backup, to: second })
  expect(withList.next[0]).toContain(`are erased again by reconcile, as ${second}.erased names`)
})
