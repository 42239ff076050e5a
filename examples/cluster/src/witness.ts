import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"

/** A program on the primary's own machine. It writes rows as fast as the server confirms them. */
export interface Witness {
  /**
   * Waits until its server has ended or refused a write, and returns the numbers of all rows that
   * were confirmed. A write without an answer after a minute counts as not confirmed.
   */
  readonly confirmed: () => Promise<ReadonlyArray<string>>
}

const table = "failover_witness"
const betweenWritesMs = 20
const patienceMs = 60_000
let rows = 0n

/** Starts to write at the server of an address, past HAProxy and the network. */
export const startWitness = async (address: string): Promise<Witness> => {
  const client = new pg.Client(address)
  const broken = Promise.withResolvers<null>()
  client.on("error", () => broken.resolve(null))
  client.on("end", () => broken.resolve(null))
  let isUnconfirmed = false
  // A canceled wait for the standby is answered like a commit, after this message.
  client.on("notice", ({ message }) => {
    isUnconfirmed ||= /synchronous replication/.test(message ?? "")
  })
  await client.connect()
  await client.query(`CREATE TABLE IF NOT EXISTS ${table} (id bigint PRIMARY KEY)`)
  const confirmed: Array<string> = []
  const insert = async (id: string): Promise<string | null> => {
    try {
      await client.query(`INSERT INTO ${table} VALUES ($1)`, [id])
      return isUnconfirmed ? null : id
    } catch {
      return null
    }
  }
  const write = async (): Promise<void> => {
    for (;;) {
      rows += 1n
      const id = await Promise.race([insert(`${rows}`), broken.promise])
      if (id === null) return
      confirmed.push(id)
      await pause(betweenWritesMs)
    }
  }
  const written = write()
  return {
    confirmed: async () => {
      await Promise.race([written, pause(patienceMs, undefined, { ref: false })])
      void client.end().catch(() => undefined)
      return confirmed
    }
  }
}

/** Returns how many of these rows the server of an address lacks. */
export const lackedRows = async (
  address: string,
  confirmed: ReadonlyArray<string>
): Promise<number> => {
  const client = new pg.Client(address)
  client.on("error", () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(
      `SELECT count(*)::int AS stored FROM ${table} WHERE id = ANY ($1::bigint[])`,
      [confirmed]
    )
    return confirmed.length - rows[0].stored
  } finally {
    await client.end()
  }
}
