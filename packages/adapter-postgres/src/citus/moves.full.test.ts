import type { Storage } from "@payloom/core"
import { hasCitus, startCitus } from "@payloom/testkit/citus"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import {
  countOf,
  Entries,
  followEntries,
  moveSchema,
  operatorOn,
  raiseNumbers,
  writeEntry
} from "../testing/citusMoves.ts"
import { openStorage } from "../testing/openTestStorage.ts"

const cluster = hasCitus ? await startCitus() : null

afterAll(() => cluster?.stop())

const on = cluster === null ? " (Citus is not installed here)" : ""

describe.skipIf(cluster === null)(`a schema that citus_schema_move moves${on}`, () => {
  if (cluster === null) return
  const connection = cluster.address
  let schemas = 0
  const open = async (schema: string) => {
    const options = { connection, schema, citus: true, collections: [Entries], maxConnections: 6 }
    const { storage, close } = await openStorage(options)
    onTestFinished(close)
    return storage
  }
  const operator = async (address = connection) => {
    const client = await operatorOn(address)
    onTestFinished(() => client.end())
    return client
  }
  const newSchema = () => `moved_${++schemas}`

  it("keeps each acknowledged commit, and its feed has every row once, in order", async () => {
    const schema = newSchema()
    await raiseNumbers(cluster.workers[0] ?? "", 20_000)
    const client = await operator()
    const acknowledged: Array<string> = []
    const refused: Array<string> = []
    let isOver = false
    const write = async (storage: Storage["Service"], writer: string) => {
      for (let count = 0; !isOver; count++) {
        const id = `${writer}_${`${count}`.padStart(6, "0")}`
        const done = await writeEntry(storage, { id, writer })
        ;(done ? acknowledged : refused).push(id)
      }
    }
    const writing: Array<Promise<void>> = []
    const startProcess = async () => {
      const storage = await open(schema)
      const nth = writing.length
      for (const each of ["a", "b", "c"]) writing.push(write(storage, `${each}${nth}`))
      return storage
    }
    const first = await startProcess()
    const reader = followEntries(await open(schema))
    const reading = (async () => {
      while (!isOver) await reader.readAll()
    })()
    const tookMs: Array<number> = []
    for (const mode of [
      "force_logical",
      "block_writes",
      "force_logical",
      "block_writes"
    ] as const) {
      tookMs.push(Math.round(await moveSchema(client, schema, mode)))
      // A new process connects to the new node, whatever the others do.
      await startProcess()
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    isOver = true
    await Promise.all([...writing, reading])
    while (!(await reader.readAll()));
    const seen = reader.seen.map(({ id }) => id)
    const counted = `${acknowledged.length} commits, ${refused.length} refused`
    console.info(`moves took ${tookMs.join(", ")} ms; ${counted}`)
    expect(new Set(seen).size).toBe(seen.length)
    expect(acknowledged.filter((id) => !seen.includes(id))).toEqual([])
    for (const writer of new Set(reader.seen.map((entry) => entry.writer))) {
      const own = seen.filter((id) => id.startsWith(writer))
      expect(own).toEqual(own.toSorted())
    }
    expect(await countOf(first)).toBe(BigInt(seen.length))
    expect(acknowledged.length).toBeGreaterThan(100)
    // A commit that meets the move is sent again by the adapter.
    expect(refused).toEqual([])
  })
})
