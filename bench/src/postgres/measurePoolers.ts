import { installedPgBouncer, startPgBouncer } from "@payloom/testkit/pgbouncer"
import { type PostgresServer, startPostgres } from "@payloom/testkit/postgres"
import { openShop, type Shop } from "../engine.ts"
import type { Line } from "../report.ts"
import { type Comparison, compare, concurrently } from "../rounds.ts"

/** The cost of charges without named statements and through PgBouncer, compared with named ones. */
export interface PoolerFigures {
  readonly unnamed: Figures
  readonly pooled: Figures
}

interface Figures {
  readonly alone: Comparison
  readonly with32: Comparison
}

const compareShops = async (subject: Shop, reference: Shop): Promise<Figures> => {
  const ways = (callers: number) =>
    [concurrently(callers, subject.charge), concurrently(callers, reference.charge)] as const
  const with32 = await compare(...ways(32), { rounds: 9, count: 1600, warmUp: 4000 })
  const alone = await compare(...ways(1), { rounds: 11, count: 400, warmUp: 400 })
  return { alone, with32 }
}

/** Opens a shop on an empty database through PgBouncer, with the pool size of a direct pool. */
const openPooled = async (server: PostgresServer) => {
  const pooler = await startPgBouncer(server, { default_pool_size: "10" })
  const address = new URL(pooler.address)
  address.pathname = new URL(await server.newDatabase()).pathname
  return { pooler, shop: await openShop(address.href) }
}

/** Measures on a PostgreSQL server of its own, with the installed PgBouncer in front of it. */
export const measurePoolers = async (): Promise<PoolerFigures> => {
  const server = await startPostgres()
  const direct = await openShop(await server.newDatabase())
  const nameless = await openShop(await server.newDatabase(), false, {
    postgres: { namedStatements: false }
  })
  const { pooler, shop } = await openPooled(server)
  try {
    return {
      unnamed: await compareShops(nameless, direct),
      pooled: await compareShops(shop, direct)
    }
  } finally {
    for (const opened of [direct, nameless, shop]) await opened.payloom.close()
    await pooler.stop()
    await server.stop()
  }
}

/** Returns the lines of the result. */
export const poolerLines = ({ unnamed, pooled }: PoolerFigures): ReadonlyArray<Line> => {
  const rate = (of: string, callers: string) =>
    `rate of ${callers} ${of}, compared with a direct connection with names`
  const pgBouncer = `through PgBouncer ${installedPgBouncer}`
  return [
    {
      name: "unnamed_postgres",
      value: unnamed.alone.ratio,
      bound: "",
      meaning: rate("without named statements", "one caller")
    },
    {
      name: "unnamed_postgres_32",
      value: unnamed.with32.ratio,
      bound: "",
      meaning: rate("without named statements", "32 callers")
    },
    {
      name: "pgbouncer",
      value: pooled.alone.ratio,
      bound: "",
      meaning: rate(pgBouncer, "one caller")
    },
    {
      name: "pgbouncer_32",
      value: pooled.with32.ratio,
      bound: "",
      meaning: rate(pgBouncer, "32 callers")
    }
  ]
}

/** Returns the durations that the ratios compare, in microseconds. */
export const poolerMicroseconds = ({ unnamed, pooled }: PoolerFigures) => ({
  create_payment_unnamed_us: unnamed.alone.subject,
  create_payment_unnamed_32_us: unnamed.with32.subject,
  create_payment_pgbouncer_us: pooled.alone.subject,
  create_payment_pgbouncer_32_us: pooled.with32.subject,
  create_payment_named_us: pooled.alone.reference,
  create_payment_named_32_us: pooled.with32.reference
})
