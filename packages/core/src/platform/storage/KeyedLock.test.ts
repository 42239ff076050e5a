import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { KeyedLock } from "./KeyedLock.ts"
import { contentionPatienceMs, StorageContention } from "./retryConflicts.ts"

const withLocks = <A, E>(use: (lock: KeyedLock["Service"]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.gen(function* () {
    const context = yield* Layer.build(KeyedLock.layer)
    return yield* use(Context.get(context, KeyedLock))
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

const settled = Effect.repeat(Effect.yieldNow, { times: 20 })

it("callers get a key in the order of their arrival, and another key at once", async () => {
  const order: Array<string> = []
  await withLocks(({ withLock }) =>
    Effect.gen(function* () {
      const release = yield* Deferred.make<void>()
      const noted = (name: string) =>
        Effect.sync(() => {
          order.push(name)
        })
      const holding = Effect.andThen(noted("first"), Deferred.await(release))
      const fibers = [
        yield* Effect.forkChild(withLock("a", "payments")(holding)),
        yield* Effect.forkChild(withLock("a", "payments")(noted("second"))),
        yield* Effect.forkChild(withLock("a", "payments")(noted("third")))
      ]
      yield* settled
      yield* withLock("b", "payments")(noted("other key"))
      yield* Deferred.succeed(release, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
    })
  )
  expect(order).toEqual(["first", "other key", "second", "third"])
})

it("a caller who waits for longer than twenty seconds is refused", async () => {
  await withLocks(({ withLock }) =>
    Effect.gen(function* () {
      yield* Effect.forkChild(withLock("a", "customers")(Effect.never))
      yield* settled
      const waiting = Array.from({ length: 50 }, () =>
        Effect.flip(withLock("a", "customers")(Effect.void))
      )
      const fibers = yield* Effect.forEach(waiting, (one) => Effect.forkChild(one))
      yield* settled
      yield* TestClock.adjust(contentionPatienceMs - 1)
      expect(fibers.every((fiber) => fiber.pollUnsafe() === undefined)).toBe(true)
      yield* TestClock.adjust(1)
      for (const fiber of fibers) {
        const error = yield* Fiber.join(fiber)
        expect(error).toEqual(new StorageContention({ collection: "customers" }))
      }
    })
  )
})

it("a key is free again after its holder failed or was interrupted", async () => {
  await withLocks(({ withLock }) =>
    Effect.gen(function* () {
      yield* Effect.flip(withLock("a", "payments")(Effect.fail("no")))
      const held = yield* Effect.forkChild(withLock("a", "payments")(Effect.never))
      const waiting = yield* Effect.forkChild(withLock("a", "payments")(Effect.never))
      yield* settled
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(held)
      expect(yield* withLock("a", "payments")(Effect.succeed("free"))).toBe("free")
    })
  )
})
