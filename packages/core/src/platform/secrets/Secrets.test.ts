import { Effect } from "effect"
import { expect, it } from "vitest"
import { Secrets } from "./Secrets.ts"

const secrets = () =>
  Effect.runSync(Effect.provide(Secrets, Secrets.layer("a secret of the tests, long enough")))

it("an owner's key is the signature of the owner, for any number of owners", () => {
  const { sign, keyFor } = secrets()
  const owners = Array.from({ length: 2_500 }, (_, at) => `tenant_${at % 1_250}`)
  for (const owner of owners) {
    expect(keyFor("fingerprints", owner)).toEqual(sign("fingerprints", owner))
  }
})

it("a caller who overwrites an owner's key does not change it for others", () => {
  const { sign, keyFor } = secrets()
  keyFor("fingerprints", "tenant_1").fill(0)
  expect(keyFor("fingerprints", "tenant_1")).toEqual(sign("fingerprints", "tenant_1"))
})

it("an owner has a different key for each purpose", () => {
  const { keyFor } = secrets()
  expect(keyFor("fingerprints", "tenant_1")).not.toEqual(keyFor("cursors", "tenant_1"))
})
