import {
  DeploymentCollection,
  deploymentScope,
  Payloom,
  Storage,
  type StoragePort,
  StorageUnavailable
} from "@payloom/core"
import { Effect, Layer, Option } from "effect"
import { expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"

it.each(["before", "after"] as const)(
  "an engine starts even if its storage fails once, %s its first commit is stored",
  async (moment) => {
    let losses = 0
    const losing = (port: StoragePort): StoragePort => ({
      ...port,
      commit: (changes) => {
        if (losses > 0) return port.commit(changes)
        losses += 1
        const lost = Effect.fail(new StorageUnavailable({ cause: "lost" }))
        return moment === "before" ? lost : Effect.andThen(port.commit(changes), lost)
      }
    })
    const storage = Layer.effect(Storage, Effect.map(Storage, losing)).pipe(Layer.provide(memory()))
    const payloom = await Payloom.make({ ...sandbox().setup, storage, workers: false })
    expect(losses).toBe(1)
    const { get } = payloom.services.storage
    const found = get(deploymentScope, DeploymentCollection, "deployment")
    expect(Option.isSome(await Effect.runPromise(found))).toBe(true)
    await payloom.close()
  }
)
