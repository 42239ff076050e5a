import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { expect, it, onTestFinished } from "vitest"
import { readTenants } from "./readScopes.ts"

it("the switch has both modes of each of 200 merchants", async () => {
  const box = sandbox()
  const payloom = await Payloom.make({ ...box.setup, storage: memory(), workers: false })
  onTestFinished(() => payloom.close())
  for (let nth = 0; nth < 200; nth++) {
    await payloom.tenants.create({ displayName: `Shop ${nth}`, defaultCurrency: "EUR" })
  }
  const tenants = await readTenants(payloom, { id: "user_1", name: "Ada", role: "admin" })
  expect(tenants).toHaveLength(200)
  expect(tenants.filter(({ modes }) => modes.length < 2)).toEqual([])
})
