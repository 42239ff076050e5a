import { Effect } from "effect"
import { expect, it } from "vitest"
import { readTogether } from "./readTogether.ts"

const later = <A, E>(read: Effect.Effect<A, E>) => Effect.andThen(Effect.sleep(5), read)

it("reads run at once, and their results are in the order of the list", async () => {
  const begun: Array<string> = []
  const read = (name: string) =>
    Effect.andThen(
      Effect.sync(() => void begun.push(name)),
      later(Effect.sync(() => `${name} after ${begun.length}`))
    )
  const found = await Effect.runPromise(readTogether(read("a"), read("b"), Effect.succeed(3)))
  expect(found).toEqual(["a after 2", "b after 2", 3])
})

it("of several failures, the first in the list is the one of the reads", async () => {
  const failed = readTogether(later(Effect.fail("first")), Effect.fail("second"), Effect.succeed(3))
  expect(await Effect.runPromise(Effect.flip(failed))).toBe("first")
})
