import { createInterface } from "node:readline"
import { Storage, type StoragePort } from "@payloom/core"
import { Effect, Layer } from "effect"
import { claiming, claimsIn } from "./claims.ts"

// Claims values for a tenant, in files of a folder, and kills itself at a commit:
// folder, tenant, number of the commit or 0, "before" or "after" it, the values to claim as JSON.
const [folder = "", tenant = "", at = "0", when = "after", values = "{}"] = process.argv.slice(2)

let commits = 0
let hasBegun = false

const kill = Effect.suspend(() => {
  process.kill(process.pid, "SIGKILL")
  return Effect.never
})

const mortal = <E>(layer: Layer.Layer<Storage, E>) =>
  Layer.provide(
    Layer.effect(
      Storage,
      Effect.map(
        Storage,
        (port): StoragePort => ({
          ...port,
          commit: (changes) =>
            Effect.suspend(() => {
              if (hasBegun) commits += 1
              if (!hasBegun || commits !== Number(at)) return port.commit(changes)
              return when === "before" ? kill : Effect.andThen(port.commit(changes), kill)
            })
        })
      )
    ),
    layer
  )

const work = Effect.gen(function* () {
  const storage = yield* Storage
  process.stdout.write("ready\n")
  const line = createInterface({ input: process.stdin })
  yield* Effect.promise(() => new Promise<void>((begin) => line.once("line", () => begin())))
  line.close()
  hasBegun = true
  process.stdout.write(`${yield* claiming(storage, tenant, JSON.parse(values))}\n`)
})

await Effect.runPromise(Effect.provide(work, claimsIn(folder, mortal)))
process.exit(0)
