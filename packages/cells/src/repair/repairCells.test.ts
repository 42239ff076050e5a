import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { cells } from "../cells.ts"
import { memoryStores, onStores } from "../testing/openTestCells.ts"
import { repairCells } from "./repairCells.ts"

it("a repair corrects nothing if the directory and the cells agree", async () => {
  const storages = onStores(memoryStores(2))
  const box = sandbox()
  const payloom = await Payloom.make({ ...box.setup, storage: cells(storages), workers: false })
  onTestFinished(() => payloom.close())
  const shop = await box.openShop(payloom, { reference: "shop" })
  await payloom.tenants.createApiKey(shop.scope, "secret")
  await payloom.close()
  expect(await Effect.runPromise(repairCells(storages))).toMatchObject({
    tenants: 1,
    placed: [],
    keys: 0,
    positions: 0,
    removed: [],
    lost: [],
    ambiguous: []
  })
})
