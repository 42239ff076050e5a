import { isDeepStrictEqual } from "node:util"
import { type CommitFault, commitFaults } from "../faults/mortalStorage.ts"
import type { Disturbance } from "./Disturbance.ts"
import { type Lived, liveInShops, liveThrough } from "./liveThrough.ts"
import type { AnyModule, ModuleHarness, ModuleRule } from "./ModuleHarness.ts"
import { failingReads } from "./moduleStorage.ts"
import { differences, randomFields } from "./rowContents.ts"

/**
 * The rules for every module. They run in any test framework. Each leads the life of the harness
 * under a disturbance, and compares what is left with an undisturbed life: the module's rows,
 * events and balances. The harness's own findings must be empty after each.
 *
 * @example
 * ```ts
 * for (const { name, run } of moduleContract(harness)) it(name, run)
 * ```
 */
export const moduleContract = <Own extends AnyModule>(
  harness: ModuleHarness<Own>
): ReadonlyArray<ModuleRule> => {
  const { module, disturbances = 8 } = harness
  const undisturbed = once(() => liveThrough(harness))
  /** Random values differ in a second life too. */
  const random = once(async () => {
    const [{ report }, second] = [await undisturbed(), await liveThrough(harness)]
    return randomFields(report.contents, second.report.contents)
  })
  const requireAlikeTo = async (lived: Lived, disturbance: Disturbance) =>
    requireAlike(await undisturbed(), lived, await random(), disturbance)
  const endsAlike = async (disturbance: Disturbance) =>
    requireAlikeTo(await liveThrough(harness, disturbance), disturbance)
  return [
    {
      name: "a life has no findings",
      run: async () => requireNone((await undisturbed()).findings)
    },
    {
      name: "a life uses every operation, event, job and account of the module",
      run: async () => requireNone(unusedOf(module, await undisturbed()))
    },
    {
      name: "an engine without billing and checkout starts with the module",
      run: async () => {
        await liveThrough({ ...harness, steps: [] }, { without: ["billing", "checkout"] })
      }
    },
    ...commitFaults.map((is) => ({
      name: `a life ends like an undisturbed one if a commit ${inWords[is]}`,
      run: async () => {
        const { counts } = await undisturbed()
        for (const place of placesIn(counts.ownCommits.length, disturbances)) {
          await endsAlike({ fault: { is, nth: counts.ownCommits[place - 1] ?? 1 } })
        }
      }
    })),
    {
      name: "a life ends like an undisturbed one if a read of the module's tables fails",
      run: async () => {
        const { counts } = await undisturbed()
        for (const nth of placesIn(counts.reads, disturbances)) {
          await endsAlike({ between: failingReads(module, nth) })
        }
      }
    },
    {
      name: "a life ends like an undisturbed one if every step is done twice",
      run: () => endsAlike({ doubled: "in_turn" })
    },
    {
      name: "a life ends like an undisturbed one if two processes do every step at the same time",
      run: () => endsAlike({ doubled: "at_once" })
    },
    {
      name: "two tenants live the same, and change nothing of each other",
      run: async () => {
        for (const lived of await liveInShops(harness, ["first", "second"])) {
          await requireAlikeTo(lived, {})
        }
      }
    }
  ]
}

/** Runs a function at the first call, and returns its result to all calls. */
const once = <A>(run: () => Promise<A>): (() => Promise<A>) => {
  let first: Promise<A> | undefined
  return () => {
    first ??= run()
    return first
  }
}

const inWords: Readonly<Record<CommitFault, string>> = {
  unavailable_before: "fails before it is written",
  unavailable_after: "fails after it was written",
  dies_before: "is not written because the process dies",
  dies_after: "is written and the process dies"
}

/** Returns so many places from 1 to the last, evenly spread. */
const placesIn = (last: number, many: number): ReadonlyArray<number> => {
  const count = Math.min(last, many)
  return Array.from({ length: count }, (_, nth) => 1 + Math.floor((nth * last) / count))
}

const requireNone = (findings: ReadonlyArray<string>): void => {
  if (findings.length > 0) throw new Error(findings.join("\n"))
}

const requireAlike = (
  expected: Lived,
  { report, findings }: Lived,
  random: ReadonlySet<string>,
  { fault }: Disturbance
): void => {
  const where = fault === undefined ? "" : ` (commit ${fault.nth})`
  requireNone(findings.map((finding) => `${finding}${where}`))
  const [wanted, left] = [expected.report, report].map(({ contents: _, ...counts }) => counts)
  if (!isDeepStrictEqual(wanted, left)) {
    throw new Error(
      `The life left something else${where}: ${JSON.stringify(left)}, ` +
        `and not ${JSON.stringify(wanted)}`
    )
  }
  const rows = differences(expected.report.contents, report.contents, random)
  requireNone(rows.map((difference) => `${difference}${where}`))
}

const unusedOf = (
  { services, events, jobs, accounts }: AnyModule,
  { report, called, counts }: Lived
): ReadonlyArray<string> => {
  const operations = Object.entries(services).flatMap(([service, own]) =>
    Object.keys(own.operations).map((name) => `${service}.${name}`)
  )
  const booked = Object.keys(report.balances).map((key) => key.split(" ")[0])
  return [
    ...operations.filter((name) => !called.has(name)).map((name) => `The operation ${name}`),
    ...Object.keys(events)
      .filter((type) => report.events[type] === undefined)
      .map((type) => `The event ${type}`),
    ...Object.keys(jobs)
      .filter((kind) => !counts.jobs.has(kind))
      .map((kind) => `The job ${kind}`),
    ...accounts.filter((name) => !booked.includes(name)).map((name) => `The account ${name}`)
  ].map((unused) => `${unused} is not used by any step of the harness.`)
}
