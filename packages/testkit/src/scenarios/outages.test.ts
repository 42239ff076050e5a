import { type Storage, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { minute, second } from "./testing/openShop.ts"

const open = auditedShops()

type Port = Storage["Service"]

/** Opens a shop whose workers run, on a storage that can be cut off. */
const openCuttable = async () => {
  let isCut = false
  const refused = Effect.fail(new StorageUnavailable({ cause: "the line broke" }))
  const cuttable = (storage: Port): Port =>
    new Proxy(storage, {
      get: (target, name: keyof Port) => {
        const call = target[name]
        if (typeof call !== "function") return call
        const whole = call as (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown>
        return (...given: ReadonlyArray<unknown>) =>
          Effect.suspend(
            (): Effect.Effect<unknown, StorageUnavailable> => (isCut ? refused : whole(...given))
          )
      }
    })
  const shop = await open({ workers: true, between: cuttable })
  return {
    shop,
    cut: (cut: boolean) => {
      isCut = cut
    }
  }
}

describe("an outage of the storage", () => {
  it("is logged once a minute by each loop, with the number of failures between", async () => {
    const { shop, cut } = await openCuttable()
    const { payloom } = shop.process()
    await payloom.events.consume("fulfilment", () => undefined)
    const before = shop.logged.length
    cut(true)
    await shop.clock.advance(10 * minute)
    const lines = shop.logged.slice(before).map(({ message }) => message)
    cut(false)
    const ofReaders = lines.filter((line) => line.includes("could not read its events"))
    expect(ofReaders[0]).toMatch(/^The consumer fulfilment could not read its events/)
    expect(ofReaders[0]).not.toContain("times more")
    expect(ofReaders[1]).toMatch(/This happened \d+ times more since the last line\./)
    expect(ofReaders.length).toBeLessThanOrEqual(10)
    expect(lines.length).toBeLessThanOrEqual(40)
    await payloom.close()
  })

  it("delays the events of a consumer by ten seconds at most when it is over", async () => {
    const { shop, cut } = await openCuttable()
    const { payloom } = shop.process()
    const seen: Array<string> = []
    await shop.pay("approved")
    await payloom.events.consume("fulfilment", ({ type }) => void seen.push(type), {
      from: "beginning"
    })
    cut(true)
    await shop.clock.advance(10 * minute)
    expect(seen).toEqual([])
    cut(false)
    await shop.clock.advance(10 * second)
    expect(seen).toContain("payment.succeeded")
    await payloom.close()
  })
})
