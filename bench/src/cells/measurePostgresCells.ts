import { postgres } from "@payloom/adapter-postgres"
import { type PostgresServer, startPostgres } from "@payloom/testkit/postgres"
import type { Line } from "../report.ts"
import { type Comparison, compare, concurrently } from "../rounds.ts"
import { inTurns, openOnCells } from "./measureCells.ts"

/** The rates of 32 callers on cells in schemas of PostgreSQL. */
export interface PostgresCellFigures {
  /** Eight cells of one server, compared with one cell of the same server. */
  readonly eight: Comparison
  /** Two cells on two servers, compared with two cells on one server. */
  readonly twoServers: Comparison
}

const callers = 32

/** Each layout has so many connections in all, besides those of the directory. */
const connections = 32

const rounds = { rounds: 7, count: 1600, warmUp: 4000 }

/** Opens an engine on cells, each in a schema of one of these servers in turn. */
const openCells = async (servers: ReadonlyArray<PostgresServer>, count: number) => {
  const addresses = await Promise.all(servers.map((server) => server.newDatabase()))
  const schema = (name: string, nth: number, maxConnections: number) =>
    postgres({ connection: addresses[nth % addresses.length] ?? "", schema: name, maxConnections })
  const layers = Array.from({ length: count }, (_, nth) => {
    const name = `cell_${nth + 1}`
    return [name, schema(name, nth, connections / count)] as const
  })
  const opened = await openOnCells(schema("directory", 0, 4), Object.fromEntries(layers))
  return { batch: concurrently(callers, inTurns(opened.charges)), close: opened.close }
}

type Layout = readonly [servers: ReadonlyArray<PostgresServer>, cells: number]

const compareLayouts = async (ours: Layout, theirs: Layout): Promise<Comparison> => {
  const reference = await openCells(...theirs)
  const subject = await openCells(...ours)
  const compared = await compare(subject.batch, reference.batch, rounds)
  await subject.close()
  await reference.close()
  return compared
}

/** Measures on servers of its own, with their default settings, on this machine's disk. */
export const measurePostgresCells = async (): Promise<PostgresCellFigures> => {
  const one = await startPostgres()
  const other = await startPostgres()
  try {
    return {
      eight: await compareLayouts([[one], 8], [[one], 1]),
      twoServers: await compareLayouts([[one, other], 2], [[one], 2])
    }
  } finally {
    await one.stop()
    await other.stop()
  }
}

/** Returns the lines of the results. */
export const postgresCellLines = (measured: PostgresCellFigures): ReadonlyArray<Line> => [
  {
    name: "cells_8",
    value: measured.eight.ratio,
    bound: ">= 0.95",
    meaning: "rate of 32 callers over eight cells of a server, compared with one cell"
  },
  {
    name: "cells_two_servers",
    value: measured.twoServers.ratio,
    bound: "",
    meaning: "rate of 32 callers over two cells on two servers of this machine, compared with one"
  }
]

/** Returns the durations that the ratios compare, in microseconds. */
export const postgresCellMicroseconds = (measured: PostgresCellFigures) => ({
  cells_8_us: measured.eight.subject,
  cells_1_us: measured.eight.reference,
  cells_two_servers_us: measured.twoServers.subject,
  cells_one_server_us: measured.twoServers.reference
})
