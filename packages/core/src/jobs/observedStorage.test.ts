import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Storage } from "../storage/Storage.ts"
import { observedStorage } from "./observedStorage.ts"
import { WorkSignal } from "./WorkSignal.ts"

type Port = Storage["Service"]

/** An adapter written as a class: its calls are inherited, and need it. */
class Adapter {
  readonly called: Array<keyof Port> = []
  #answer(call: keyof Port): Effect.Effect<never> {
    this.called.push(call)
    return Effect.succeed([] as never)
  }
  commit() {
    return this.#answer("commit")
  }
  get() {
    return this.#answer("get")
  }
  getMany() {
    return this.#answer("getMany")
  }
  findUnique() {
    return this.#answer("findUnique")
  }
  page() {
    return this.#answer("page")
  }
  claimDue() {
    return this.#answer("claimDue")
  }
  nextDue() {
    return this.#answer("nextDue")
  }
  sweep() {
    return this.#answer("sweep")
  }
}

describe("a storage that is watched", () => {
  it("may be a class, whose every call is passed on to it", async () => {
    const adapter = new Adapter()
    const layer = observedStorage(Layer.succeed(Storage, adapter), () => undefined)
    const building = Layer.build(Layer.provide(layer, WorkSignal.layer))
    const port = Context.get(await Effect.runPromise(Effect.scoped(building)), Storage)
    const calls = Object.keys(port) as Array<keyof Port>
    for (const call of calls) {
      const ask = port[call] as (...input: never) => Effect.Effect<unknown, unknown>
      await Effect.runPromise(ask(...([[], [], []] as never)))
    }
    expect(adapter.called).toEqual(calls)
    expect(calls).toHaveLength(8)
  })
})
