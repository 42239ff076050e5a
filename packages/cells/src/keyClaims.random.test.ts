import { check, remove, type StoragePort, update } from "@payloom/core"
import { memory, openStorage } from "@payloom/testkit"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Course, healthy, type Ports, startProcess } from "./testing/faultyProcess.ts"
import { cellName } from "./testing/openTestCells.ts"
import { runsOf } from "./testing/runsOf.ts"
import { add, scopeOf, Things } from "./testing/things.ts"

const names = ["red", "green", "blue"] as const
const tenants = ["shop 0", "shop 1", "shop 2", "shop 3"] as const
const things = ["a", "b"] as const

/** Two tenants are in each cell. */
const place = (tenant: string) => cellName(Number(tenant.at(-1)) % 2)

const course: fc.Arbitrary<Course> = fc.record({
  delaysMs: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 7 }),
  diesAt: fc.integer({ min: 1, max: 24 }),
  isWritten: fc.boolean(),
  stallsAt: fc.integer({ min: 1, max: 24 })
})

const step = fc.record({
  process: fc.nat({ max: 2 }),
  tenant: fc.constantFrom(...tenants),
  thing: fc.constantFrom(...things),
  name: fc.constantFrom(...names, null),
  deed: fc.constantFrom("add", "add", "rename", "remove")
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const allowed = ["committed", "key_taken", "id_taken", "stale", "missing", "died"]

const carryOut = (storage: StoragePort, { tenant, thing, name, deed }: Step) =>
  Effect.gen(function* () {
    const found = yield* storage.get(scopeOf(tenant), Things, thing)
    if (Option.isNone(found) || deed === "add") return yield* add(storage, tenant, thing, name)
    const { value: stored } = found
    const change =
      deed === "remove" ? remove(Things, stored) : update(Things, stored, { ...stored.row, name })
    return yield* Effect.match(storage.commit([check(Things, stored), change]), {
      onSuccess: () => "committed",
      onFailure: (error) => (error._tag === "CommitConflict" ? error.reason : error._tag)
    })
  })

const openPorts = async (): Promise<Ports> => {
  const ports = await Promise.all([0, 1, 2].map(async () => (await openStorage(memory())).storage))
  const [directory, ...cells] = ports as [StoragePort, ...Array<StoragePort>]
  return { directory, cells }
}

/** Returns the tenants whose cells have a row with a name. */
const holdersOf = async ({ cells }: Ports, name: string) => {
  const found = await Promise.all(
    cells.map((cell) => Effect.runPromise(cell.findUnique("any", Things, "name", name)))
  )
  return found.flatMap(Option.match({ onNone: () => [], onSome: ({ scope }) => [scope.tenant] }))
}

describe("after any commits of processes that race and die at any commit", () => {
  it("every value has one tenant at most, is found there, and can be taken if nobody has it", () =>
    fc.assert(
      fc.asyncProperty(
        fc.tuple(course, course, course),
        fc.array(step, { minLength: 2, maxLength: 12 }),
        async (courses, steps) => {
          const ports = await openPorts()
          const processes = courses.map((each) => startProcess(ports, each, place))
          const ends = await Promise.all(
            steps.map((each) => {
              const { run, storage } =
                processes[each.process] ?? startProcess(ports, healthy, place)
              return run(carryOut(storage, each))
            })
          )
          expect(ends.filter((end) => !allowed.includes(end))).toEqual([])
          const { run, storage } = startProcess(ports, healthy, place)
          for (const name of names) {
            const end = await run(add(storage, "shop 9", `later ${name}`, name))
            // A commit of a dead process that was under way may have been written meanwhile.
            const holders = await holdersOf(ports, name)
            expect(holders).toHaveLength(1)
            expect(end).toBe(holders[0] === "shop 9" ? "committed" : "key_taken")
            const found = await run(storage.findUnique("any", Things, "name", name))
            expect(found).toMatchObject({ value: { scope: { tenant: holders[0] } } })
          }
        }
      ),
      { numRuns: runsOf(400) }
    ))
})
