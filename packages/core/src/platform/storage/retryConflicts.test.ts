import { Clock, Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { insert } from "./Change.ts"
import { contentionPatienceMs, retryConflicts, StorageContention } from "./retryConflicts.ts"
import { CommitConflict, Storage } from "./Storage.ts"
import {
  atOnce,
  Counters,
  commitElsewhere,
  countUp,
  queueCount,
  run,
  scope,
  settled,
  upTo,
  versionedRows,
  withRows
} from "./testing/countedRows.ts"

describe("decisions of one process on one row", () => {
  it("all win, however many there are, and take no time of the clock", async () => {
    const rows = withRows("a")
    const times = 300
    const done = Effect.forEach(upTo(times), () => retryConflicts(countUp(rows, "a")), atOnce)
    const left = await run(rows, Effect.andThen(done, queueCount))
    expect(rows.rows.get("a")?.count).toBe(times)
    // Each of them loses once to the first. After that none of them loses any more.
    expect(rows.conflicts()).toBeLessThan(times)
    expect(left).toBe(0)
  })

  it("win in the order of their first losses", async () => {
    const rows = withRows("a")
    const order: Array<number> = []
    const one = (nth: number) =>
      Effect.andThen(
        retryConflicts(countUp(rows, "a")),
        Effect.sync(() => order.push(nth))
      )
    await run(rows, Effect.forEach(upTo(50), one, atOnce))
    expect(order).toEqual(upTo(50))
  })

  it("wait behind earlier decisions if they come later", async () => {
    const rows = withRows("a")
    const order: Array<string> = []
    const noted = (name: string) => Effect.sync(() => order.push(name))
    await run(
      rows,
      Effect.gen(function* () {
        const release = yield* Deferred.make<void>()
        const again = Effect.andThen(Deferred.await(release), countUp(rows, "a"))
        const waiting = Effect.andThen(retryConflicts(lostOn("a"), again), noted("waiting"))
        const late = Effect.andThen(retryConflicts(countUp(rows, "a")), noted("late"))
        const first = yield* Effect.forkChild(waiting)
        yield* settled
        const second = yield* Effect.forkChild(late)
        yield* settled
        expect(rows.rows.get("a")?.count).toBe(0)
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(first)
        yield* Fiber.join(second)
      })
    )
    expect(order).toEqual(["waiting", "late"])
  })

  it("don't delay decisions on other rows", async () => {
    const rows = withRows("a", "b")
    const stuck = Effect.andThen(countUp(rows, "a"), Effect.never)
    let tries = 0
    const head = retryConflicts(
      Effect.suspend(() => {
        tries += 1
        commitElsewhere(rows, "a")
        return tries === 1 ? lostOn("a") : stuck
      })
    )
    await run(
      rows,
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(head)
        yield* settled
        expect(yield* queueCount).toBe(1)
        yield* retryConflicts(countUp(rows, "b"))
        yield* Fiber.interrupt(fiber)
      })
    )
    expect(rows.rows.get("b")?.count).toBe(1)
  })

  it("don't deadlock if they lose each other's rows", async () => {
    const rows = withRows("a", "b")
    const both = [
      ...upTo(20).map(() => countUp(rows, "a", "b")),
      ...upTo(20).map(() => countUp(rows, "b", "a"))
    ].map((decide) => retryConflicts(decide))
    expect(await run(rows, Effect.andThen(Effect.all(both, atOnce), queueCount))).toBe(0)
    expect(rows.rows.get("a")?.count).toBe(40)
    expect(rows.rows.get("b")?.count).toBe(40)
  })

  it("wait in a single queue, also if one decision is made within another", async () => {
    let inTurn = 0
    const nested = (outer: string, inner: string) =>
      retryConflicts(
        lostOn(outer),
        Effect.gen(function* () {
          inTurn += 1
          while (inTurn < 2) yield* Effect.yieldNow
          return yield* retryConflicts(lostOn(inner), Effect.succeed("won"))
        })
      )
    const all = Effect.all([nested("a", "b"), nested("b", "a")], atOnce)
    expect(await run(versionedRows(), all)).toEqual(["won", "won"])
  })
})

const lostOn = (key: string) =>
  Effect.fail(new CommitConflict({ reason: "stale", collection: "counters", key }))

describe("a place in a queue", () => {
  it("is given up by interruption, first or not", async () => {
    const rows = withRows("a")
    let isHeld = true
    const holding = retryConflicts(
      lostOn("a"),
      Effect.suspend(() => (isHeld ? Effect.never : Effect.void))
    )
    await run(
      rows,
      Effect.gen(function* () {
        const head = yield* Effect.forkChild(holding)
        yield* settled
        const second = yield* Effect.forkChild(retryConflicts(lostOn("a"), Effect.succeed(2)))
        const third = yield* Effect.forkChild(retryConflicts(lostOn("a"), Effect.succeed(3)))
        yield* settled
        yield* Fiber.interrupt(second)
        isHeld = false
        yield* Fiber.interrupt(head)
        expect(yield* Fiber.join(third)).toBe(3)
        expect(yield* queueCount).toBe(0)
      })
    )
  })

  it("is given up once the decision fails or dies", async () => {
    const rows = withRows("a")
    const ending = [Effect.fail("refused"), Effect.die("broken"), Effect.succeed("won")]
    const all = ending.map((again) => Effect.exit(retryConflicts(lostOn("a"), again)))
    const exits = await run(rows, Effect.all(all, atOnce))
    expect(exits.map(Exit.isSuccess)).toEqual([false, false, true])
    expect(await run(rows, queueCount)).toBe(0)
  })

  it("is waited for at most twenty seconds", async () => {
    const rows = withRows("a")
    await run(
      rows,
      Effect.gen(function* () {
        const head = yield* Effect.forkChild(retryConflicts(lostOn("a"), Effect.never))
        yield* settled
        const waiting = yield* Effect.forkChild(
          Effect.flip(retryConflicts(lostOn("a"), Effect.void))
        )
        yield* settled
        yield* TestClock.adjust(contentionPatienceMs - 1)
        yield* settled
        expect(waiting.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust(1)
        expect(yield* Fiber.join(waiting)).toEqual(
          new StorageContention({ collection: "counters" })
        )
        yield* Fiber.interrupt(head)
        expect(yield* queueCount).toBe(0)
      })
    )
  })

  it("is not needed by commits that are not repeated", async () => {
    const rows = withRows("a")
    await run(
      rows,
      Effect.gen(function* () {
        const head = yield* Effect.forkChild(retryConflicts(lostOn("a"), Effect.never))
        yield* settled
        // As a job does.
        yield* countUp(rows, "a")
        yield* (yield* Storage).commit([insert(scope, Counters, { id: "b", count: 0 })])
        yield* Fiber.interrupt(head)
      })
    )
    expect(rows.rows.get("a")?.count).toBe(1)
  })
})

describe("a decision that always loses to other processes", () => {
  /** The times at which it was retried, in milliseconds since it began, until it failed. */
  const triesOf = async (seed: string, again = lostOn("a")) => {
    const tries: Array<number> = []
    const decide = Effect.andThen(
      Effect.map(Clock.currentTimeMillis, (now) => tries.push(now)),
      again
    )
    const failure = await run(
      withRows("a"),
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.flip(retryConflicts(decide)))
        while (fiber.pollUnsafe() === undefined) {
          yield* settled
          yield* TestClock.adjust(100)
        }
        return yield* Fiber.join(fiber)
      }),
      Entropy.seeded(seed)
    )
    return { failure, waits: tries.slice(1).map((at, nth) => at - (tries[nth] ?? 0)), tries }
  }

  it("backs off for growing random times, and fails after twenty seconds", async () => {
    const { failure, waits, tries } = await triesOf("one")
    expect(failure).toEqual(new StorageContention({ collection: "counters" }))
    expect(waits.slice(0, 4)).toEqual([0, 0, 0, 0])
    expect(Math.max(...waits.slice(0, 8))).toBeLessThanOrEqual(32)
    expect(Math.max(...waits)).toBeLessThanOrEqual(101)
    expect(new Set(waits.slice(20)).size).toBeGreaterThan(10)
    expect(tries.at(-1)).toBeGreaterThanOrEqual(contentionPatienceMs)
    expect(tries.at(-1)).toBeLessThan(contentionPatienceMs + 200)
  })

  it("waits for the same times with the same seed, and for others with another", async () => {
    const waitsOf = async (seed: string) => (await triesOf(seed)).waits
    expect(await waitsOf("one")).toEqual(await waitsOf("one"))
    expect(await waitsOf("one")).not.toEqual(await waitsOf("two"))
  })

  it("fails after the same time if it loses two rows in turn", async () => {
    let tries = 0
    const again = Effect.suspend(() => {
      tries += 1
      return Effect.andThen(Effect.sleep(10), lostOn(tries % 2 === 0 ? "a" : "b"))
    })
    const { failure } = await triesOf("one", again)
    expect(failure).toEqual(new StorageContention({ collection: "counters" }))
  })

  it("fails after the same time if it loses a unique key", async () => {
    const taken = new CommitConflict({ reason: "key_taken", collection: "counters", key: "name" })
    const { failure } = await triesOf("one", Effect.fail(taken))
    expect(failure).toEqual(new StorageContention({ collection: "counters" }))
  })
})

it.each([3_600_000, -3_600_000])(
  "a decision is retried for twenty seconds even if the clock is set by %i ms meanwhile",
  async (offset) => {
    const rows = withRows("a")
    let set = 0
    let lost = 0
    const decide = Effect.suspend(() => {
      lost += 1
      set = lost > 2 ? offset : 0
      return Effect.andThen(Effect.sleep(lost === 1 ? 0 : 2_500), lostOn("a"))
    })
    const { failure, took } = await run(
      rows,
      Effect.gen(function* () {
        const clock = yield* Effect.clockWith(Effect.succeed)
        const began = clock.currentTimeMillisUnsafe()
        const shifted: Clock.Clock = Object.assign(Object.create(clock), {
          currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + set,
          currentTimeMillis: Effect.sync(() => clock.currentTimeMillisUnsafe() + set)
        })
        const deciding = Effect.provideService(retryConflicts(decide), Clock.Clock, shifted)
        const fiber = yield* Effect.forkChild(Effect.flip(deciding))
        while (fiber.pollUnsafe() === undefined) {
          yield* settled
          yield* TestClock.adjust(500)
        }
        const failed = yield* Fiber.join(fiber)
        return { failure: failed, took: clock.currentTimeMillisUnsafe() - began }
      })
    )
    expect(failure).toEqual(new StorageContention({ collection: "counters" }))
    expect(took).toBeGreaterThanOrEqual(contentionPatienceMs)
    expect(took).toBeLessThan(contentionPatienceMs + 5_000)
  }
)

it("a decision on rows at hand is repeated with other rows", async () => {
  const won = await run(withRows("a"), retryConflicts(lostOn("a"), Effect.succeed("read again")))
  expect(won).toBe("read again")
})
