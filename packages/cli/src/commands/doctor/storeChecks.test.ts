import { Payloom, type Scope, Storage } from "@payloom/core"
import { memory, openStorage, sandbox } from "@payloom/testkit"
import { Effect, Layer } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { checkStore } from "./storeChecks.ts"

const checked = async (storage: Parameters<typeof checkStore>[0]) => {
  const findings = await checkStore(storage)
  return (check: string) => findings.find((each) => each.check === check)
}

it("doctor checks the last one of more than a hundred tenants", async () => {
  const { storage, close } = await openStorage(memory())
  onTestFinished(close)
  const box = sandbox()
  const layer = Layer.succeed(Storage, storage)
  const payloom = await Payloom.make({ ...box.setup, storage: layer, workers: false })
  onTestFinished(() => payloom.close())
  const scopes: Array<Scope> = []
  for (let nth = 0; nth < 101; nth++) {
    const terms = { displayName: `Shop ${nth}`, defaultCurrency: "EUR" }
    const { id } = await payloom.tenants.create(terms)
    scopes.push({ tenant: id, mode: "test" })
  }
  const [last] = scopes.toSorted((one, other) => (one.tenant < other.tenant ? 1 : -1))
  const shop = payloom.merchant(last ?? { tenant: "", mode: "test" })
  await shop.webhooks.create({ url: "http://127.0.0.1:9/" })
  const of = await checked(storage)
  expect(of("webhooks")).toMatchObject({ found: "1 endpoint, and none fails." })
  expect(of("accounts_left_out")).toBeUndefined()
})

it("doctor says that it left accounts out if there are more than it checks", async () => {
  const { storage, close } = await openStorage(memory())
  onTestFinished(close)
  const page = Array.from(
    { length: 500 },
    (_, nth): Scope => ({ tenant: `tenant_${nth}`, mode: "live" })
  )
  const of = await checked({ ...storage, scopes: () => Effect.succeed(page) })
  expect(of("accounts_left_out")).toMatchObject({ status: "warning" })
})
