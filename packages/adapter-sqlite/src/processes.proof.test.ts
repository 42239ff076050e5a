import { execFile } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Worker } from "node:worker_threads"
import { insert, JobCollection } from "@payloom/core"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { here, Notes, note, noteId, upTo } from "./testing/notes.ts"
import type { Opening } from "./testing/openAtOnce.ts"
import { openStorage, temporaryDatabase } from "./testing/openTestStorage.ts"

const increments = 150
const hammer = fileURLToPath(new URL("./testing/hammer.ts", import.meta.url))

const run = async (path: string, own: number): Promise<ReadonlyArray<string>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=source",
    hammer,
    path,
    `${own}`,
    `${increments}`
  ])
  return JSON.parse(stdout)
}

it("two processes on one file lose no update, no row and no job, and share no job", async () => {
  const { path, remove } = temporaryDatabase()
  const { storage, close } = await openStorage(path)
  const jobs = upTo(60).map((n) => ({
    id: `job_${n.toString().padStart(4, "0")}`,
    kind: "recover_attempt" as const,
    subject: `subject ${n}`,
    dueAt: n,
    leasedUntil: null,
    asked: 0,
    failures: 0
  }))
  await Effect.runPromise(
    storage.commit([
      insert(here, Notes, note(1)),
      ...jobs.map((job) => insert(here, JobCollection, job))
    ])
  )
  const finished = await Promise.all([run(path, 1), run(path, 2)])
  expect(finished.flat().toSorted()).toEqual(jobs.map(({ subject }) => subject).toSorted())
  const [first] = await Effect.runPromise(storage.getMany(here, Notes, [noteId(1)]))
  expect(first).toMatchObject({ row: { count: 2 * increments }, version: 2 * increments + 1 })
  const all = await Effect.runPromise(storage.page(here, Notes, { order: "asc", limit: 1_000 }))
  expect(all.map(({ row }) => row.id)).toEqual(
    [1, ...upTo(increments).map((n) => 10_000 + n), ...upTo(increments).map((n) => 20_000 + n)].map(
      noteId
    )
  )
  await close()
  remove()
})

it("several connections can open one new file at the same moment", async () => {
  const { directory, remove } = temporaryDatabase()
  const workers = 4
  const arrivals = new Int32Array(new SharedArrayBuffer(4 * 60))
  const opening: Opening = { directory, workers, arrivals }
  const script = new URL("./testing/openAtOnce.ts", import.meta.url)
  const failures = await Promise.all(
    upTo(workers).map(async () => {
      const worker = new Worker(script, {
        workerData: opening,
        execArgv: ["--conditions=source"]
      })
      const [message] = await once(worker, "message")
      return message
    })
  )
  expect(failures.flat()).toEqual([])
  remove()
})
