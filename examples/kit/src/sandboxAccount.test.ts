import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findOrMakeTenant, makeMids } from "./sandboxAccount.ts"

describe("the sandbox's merchant accounts", () => {
  const box = sandbox()
  let payloom: Payloom
  beforeAll(async () => {
    payloom = await Payloom.make({
      storage: memory(),
      providers: box.providers,
      vault: box.vault,
      secret: "of these tests, and of nothing else",
      workers: false
    })
  })
  afterAll(() => payloom.close())

  it("take every method, those of an older database too, and are made once", async () => {
    const { id: tenant } = await findOrMakeTenant(payloom, { displayName: "Shop" })
    const merchant = payloom.merchant({ tenant, mode: "test" })
    const older = await merchant.routing.createMid({
      name: "primary",
      provider: box.provider.name,
      currencies: ["EUR"],
      credentials: box.accounts.primary
    })
    expect(older.methods).toEqual(["card"])
    await makeMids(merchant, box)
    const mids = await merchant.routing.listMids()
    expect(mids.map(({ name }) => name)).toEqual(["primary", "secondary", "tertiary"])
    for (const { methods } of mids) expect(methods).toEqual(["card", "wallet", "apm"])
    expect(mids[0]).toEqual({ ...older, methods: ["card", "wallet", "apm"] })
    await makeMids(merchant, box)
    expect(await merchant.routing.listMids()).toEqual(mids)
  })
})
