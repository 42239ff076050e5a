import {
  type PostgresServer,
  type ProxiedConnection,
  postgresProxy,
  startPostgres
} from "@payloom/testkit/postgres"
import pg from "pg"
import { compareStored } from "../compareStored.ts"
import { openShop, type Shop } from "../engine.ts"
import { RecordedCommits } from "../RecordedCommits.ts"
import { measureReports, type ReportTimes } from "../reports/measureReports.ts"
import { type Comparison, compare, concurrently } from "../rounds.ts"
import { RawPostgres } from "./RawPostgres.ts"

/** The cost of charges on PostgreSQL. */
export interface PostgresFigures {
  readonly alone: Comparison
  readonly with32: Comparison
  readonly roundTrips: number
  readonly list: Comparison
  readonly create: Comparison
  readonly reports: ReportTimes
}

/** Runs statements on a database. */
const execute = async (address: string, ...statements: ReadonlyArray<string>): Promise<void> => {
  const client = new pg.Client(address)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Returns the commits of a charge of an engine on this database. */
const recordedCharge = async (shop: Shop) => {
  const recorded = shop.record()
  await shop.charge()
  return recorded()
}

/** Opens the raw reference on the tables of an engine, with this many connections. */
const openRaw = async (address: string, connections: number): Promise<RawPostgres> => {
  const shop = await openShop(address)
  const commits = new RecordedCommits(await recordedCharge(shop))
  await shop.payloom.close()
  return RawPostgres.open(address, commits, connections)
}

const warmUp = 4000

const measureCharges = async (server: PostgresServer) => {
  const shop = await openShop(await server.newDatabase())
  const one = await openRaw(await server.newDatabase(), 1)
  const many = await openRaw(await server.newDatabase(), 32)
  await one.fill(warmUp)
  await many.fill(warmUp)
  const with32 = await compare(concurrently(32, shop.charge), many.batch(), {
    rounds: 7,
    count: 1600,
    warmUp
  })
  const alone = await compare(concurrently(1, shop.charge), one.batch(), {
    rounds: 9,
    count: 400,
    warmUp: 400
  })
  await one.close()
  await many.close()
  await shop.payloom.close()
  return { alone, with32 }
}

/** Counts the round trips of a charge to the database. */
const measureRoundTrips = async (server: PostgresServer): Promise<number> => {
  const connections: Array<ProxiedConnection> = []
  const proxy = await postgresProxy(
    { address: await server.newDatabase() },
    { onConnection: (connection) => connections.push(connection) }
  )
  const count = () => connections.reduce((sum, one) => sum + one.roundTrips(), 0)
  const shop = await openShop(proxy.address)
  // The first charges open the connections and fill the caches of the process.
  for (let charge = 0; charge < 50; charge++) await shop.charge()
  const before = count()
  const charges = 100
  for (let charge = 0; charge < charges; charge++) await shop.charge()
  const trips = (count() - before) / charges
  await shop.payloom.close()
  await proxy.stop()
  return trips
}

const rarePayments = 30

/** Opens a shop on a database that contains this many charges, a few of them in a rare status. */
const filledShop = async (address: string, payments: number): Promise<Shop> => {
  const shop = await openShop(address)
  const commits = new RecordedCommits(await recordedCharge(shop), "old")
  const raw = await RawPostgres.open(address, commits, 4)
  await raw.fill(payments)
  await raw.close()
  await execute(
    address,
    `UPDATE payloom.payments SET by_status = 'authorized',
       doc = jsonb_set(doc::jsonb, '{status}', '"authorized"')::json
     WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth
       FROM payloom.payments) AS numbered WHERE nth % ${Math.floor(payments / rarePayments)} = 1)`,
    "VACUUM ANALYZE",
    "CHECKPOINT"
  )
  return shop
}

/** Measures how the cost grows from 10,000 to 200,000 payments. */
const measureStored = async (server: PostgresServer) => {
  const at10k = await filledShop(await server.newDatabase(), 10_000)
  const at200k = await filledShop(await server.newDatabase(), 200_000)
  const compared = await compareStored(at200k, at10k)
  await at10k.payloom.close()
  await at200k.payloom.close()
  return compared
}

/**
 * Measures on a PostgreSQL server of its own, with its default settings, on this machine's disk.
 */
export const measurePostgres = async (): Promise<PostgresFigures> => {
  const server = await startPostgres()
  try {
    const roundTrips = await measureRoundTrips(server)
    const charges = await measureCharges(server)
    const stored = await measureStored(server)
    const reports = await measureReports(await server.newDatabase())
    return { roundTrips, ...charges, ...stored, reports }
  } finally {
    await server.stop()
  }
}
