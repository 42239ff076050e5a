import { Storage } from "@payloom/core"
import { memory, moduleContract } from "@payloom/testkit"
import { Context, Effect, Layer, Scope } from "effect"
import { describe, it } from "vitest"
import { creditHarness } from "./testing/creditHarness.ts"

const open = async () => {
  const context = await Effect.runPromise(Layer.buildWithScope(memory(), Scope.makeUnsafe()))
  return { storage: Context.get(context, Storage), close: async () => undefined }
}

describe("moduleContract: store credit in memory", () => {
  for (const { name, run } of moduleContract(creditHarness(open))) it(name, run, 60_000)
})
