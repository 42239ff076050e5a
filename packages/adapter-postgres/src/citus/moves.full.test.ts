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
    const processes = [await open(schema), await open(schema)]
    const client = await operator()
    const acknowledged: Array<string> = []
    const refused: Array<string> = []
    let isOver = false
    const writing = processes.flatMap((storage, nth) =>
      ["a", "b", "c"].map(async (each) => {
        const writer = `${each}${nth}`
        for (let count = 0; !isOver; count++) {
          const id = `${writer}_${`${count}`.padStart(6, "0")}`
          const done = await writeEntry(storage, { id, writer })
          ;(done ? acknowledged : refused).push(id)
        }
      })
    )
    const [first, second] = processes
    if (first === undefined || second === undefined) throw new Error("nothing is open")
    const reader = followEntries(second)
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
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    isOver = true
    await Promise.all([...writing, reading])
    while (!(await reader.readAll()));
    const seen = reader.seen.map(({ id }) => id)
    console.info(
      `moves took ${tookMs.join(", ")} ms; ${acknowledged.length} commits, ${refused.length} refused`
    )
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
