import { insert, Storage } from "@payloom/core"
import { Context, Effect, Layer, Option } from "effect"
import { describe, expect, it } from "vitest"
import { Accounts, account, accountId, here } from "../storage/contract/contractRows.ts"
import { memory } from "../storage/memory.ts"
import { type MortalStorage, mortalStorage } from "./mortalStorage.ts"

const start = async ({ layer }: MortalStorage) =>
  Context.get(await Effect.runPromise(Effect.scoped(Layer.build(layer))), Storage)

const write = (storage: Storage["Service"], n: number) =>
  Effect.runPromise(storage.commit([insert(here, Accounts, account(n))]))

const has = async (storage: Storage["Service"], n: number) =>
  Option.isSome(await Effect.runPromise(storage.get(here, Accounts, accountId(n))))

/** Returns the result of a promise if it has already settled. */
const soFar = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => "done"), new Promise((done) => setImmediate(done, "open"))])

describe("a storage of mortal processes", () => {
  it("shows commits to the next process, and never answers a dead one", async () => {
    const mortal = mortalStorage(memory())
    const first = await start(mortal)
    mortal.meet((commit) => (commit === 2 ? "dies_after" : undefined))
    await write(first, 1)
    const death = mortal.death()
    const unanswered = write(first, 2)
    await expect(death).rejects.toMatchObject({ _tag: "ProcessDied" })
    expect([await soFar(unanswered), await soFar(has(first, 1))]).toEqual(["open", "open"])
    const second = await start(mortal)
    expect([mortal.isDead(), await has(second, 1), await has(second, 2)]).toEqual([
      false,
      true,
      true
    ])
  })

  it("continues to count commits after a restart", async () => {
    const mortal = mortalStorage(memory())
    const first = await start(mortal)
    mortal.meet((commit) => (commit === 1 ? "dies_before" : undefined))
    mortal.meet((commit) => (commit === 3 ? "unavailable_after" : undefined))
    void write(first, 1)
    await expect(mortal.death()).rejects.toThrow("The process died")
    const second = await start(mortal)
    expect(await has(second, 1)).toBe(false)
    await write(second, 2)
    await expect(write(second, 3)).rejects.toMatchObject({ _tag: "StorageUnavailable" })
    expect(await has(second, 3)).toBe(true)
  })

  it("kills the running processes, and none that starts later", async () => {
    const mortal = mortalStorage(memory())
    const both = [await start(mortal), await start(mortal)]
    expect(mortal.isDead()).toBe(false)
    mortal.kill()
    expect(mortal.isDead()).toBe(true)
    for (const process of both) expect(await soFar(has(process, 1))).toBe("open")
    expect(await has(await start(mortal), 1)).toBe(false)
    expect([mortal.isDead(), await soFar(mortal.death())]).toEqual([false, "open"])
  })
})
