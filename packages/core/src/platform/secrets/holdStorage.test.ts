import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { Storage } from "../storage/Storage.ts"
import { holdStorage } from "./holdStorage.ts"

const untouched = Layer.succeed(
  Storage,
  new Proxy({} as Storage["Service"], {
    get: () => expect.fail("the storage was used")
  })
)

it.each([
  ["the text of an unset variable", Date.parse("")],
  ["a time after now", Date.now() + 60_000]
])("holding a storage is refused with %s, before anything is written", async (_, takenAt) => {
  const holding = Effect.runPromise(holdStorage(untouched, { takenAt }))
  await expect(holding).rejects.toThrow(/^takenAt: must be the time to which/)
})
