import { Payloom } from "@payloom/core"
import { memory, openStorage, sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { cells } from "../cells.ts"
import { setSign, signIn } from "../moves/signs.ts"
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

it("a repair ends the journal of a tenant whose move is over", async () => {
  const stores = memoryStores(1)
  const storages = onStores(stores)
  const box = sandbox()
  const payloom = await Payloom.make({ ...box.setup, storage: cells(storages), workers: false })
  const { tenant } = (await box.openShop(payloom)).scope
  await payloom.close()
  const { storage, close } = await openStorage(stores.cells[0] ?? memory())
  onTestFinished(close)
  // The cell was restored to a time in the move.
  await Effect.runPromise(setSign(storage, tenant, { movedTo: null, isCopied: true }))
  await Effect.runPromise(repairCells(storages))
  const sign = await Effect.runPromise(signIn(storage, tenant))
  expect(sign?.row).toEqual({ id: tenant, movedTo: null })
})
