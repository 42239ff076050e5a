import { insert, JobCollection, remove, update } from "@payloom/core"
import { Effect, Option } from "effect"
import { here, Notes, note, noteId, upTo } from "./notes.ts"
import { openStorage } from "./openTestStorage.ts"

// One of several processes on one file. It counts the first note up, adds notes of its own, and
// finishes the jobs that it claims. Prints the subjects of those jobs.

const [path = "", own = "0", increments = "0"] = process.argv.slice(2)
const { storage, close } = await openStorage(path)

const countUp = Effect.gen(function* () {
  for (;;) {
    const { value } = yield* Effect.map(storage.get(here, Notes, noteId(1)), someOf)
    const row = { ...value.row, count: value.row.count + 1 }
    const end = yield* Effect.result(storage.commit([update(Notes, value, row)]))
    if (end._tag === "Success") return
    if (end.failure._tag !== "CommitConflict") return yield* end.failure
  }
})

const finishJobs = Effect.gen(function* () {
  const claim = { now: 1_000, leaseUntil: 10_000, limit: 3, perTenant: 3 }
  const claimed = yield* storage.claimDue(claim)
  for (const job of claimed) yield* storage.commit([remove(JobCollection, job)])
  return claimed.map(({ row }) => row.subject)
})

const someOf = <A>(found: Option.Option<A>): { readonly value: A } => {
  if (Option.isNone(found)) throw new Error("the first note is gone")
  return found
}

const finished = await Effect.runPromise(
  Effect.forEach(
    upTo(Number(increments)),
    (n) =>
      Effect.gen(function* () {
        yield* countUp
        const number = Number(own) * 10_000 + n
        yield* storage.commit([insert(here, Notes, note(number, { author: `author ${number}` }))])
        return yield* finishJobs
      }),
    { concurrency: 4 }
  )
)
await close()
process.stdout.write(JSON.stringify(finished.flat()))
