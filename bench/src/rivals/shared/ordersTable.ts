import pg from "pg"

/** An application's own table of payments. */
const table = `CREATE TABLE IF NOT EXISTS payments (
  order_id text PRIMARY KEY,
  status text NOT NULL,
  charge text,
  updated_at timestamptz NOT NULL DEFAULT now()
)`

/** The three steps of an order, and the status after each. */
export const statusAfter = { hold: "held", capture: "captured", refund: "refunded" } as const

/** A step of an order. */
export type Step = keyof typeof statusAfter

/** The steps in order. */
export const steps = Object.keys(statusAfter) as ReadonlyArray<Step>

/** All statuses of an order, from the first to the last. */
const statuses = steps.flatMap((step) => [`${step} requested`, statusAfter[step]])

/** Returns true if an order with this status has done the step. */
export const isAtLeast = (status: string | undefined, step: Step): boolean =>
  statuses.indexOf(status ?? "") >= statuses.indexOf(statusAfter[step])

/** Anything that runs statements. */
interface Runs {
  readonly query: (
    text: string,
    values: Array<unknown>
  ) => Promise<{ readonly rows: Array<unknown> }>
}

/** Opens the table of payments. */
export const openOrders = async (database: string) => {
  const pool = new pg.Pool({ connectionString: database, max: 20 })
  pool.on("error", () => undefined)
  pool.on("connect", (client) => client.on("error", () => undefined))
  await pool.query(table)
  return { pool, ...ordersOn(pool) }
}

/** Returns the statements on the table. */
export const ordersOn = (client: Runs) => ({
  /** Records that a step is about to be done. */
  begin: (order: string, step: Step) =>
    client.query(
      `INSERT INTO payments (order_id, status) VALUES ($1, $2)
       ON CONFLICT (order_id) DO UPDATE SET status = $2, updated_at = now()`,
      [order, `${step} requested`]
    ),
  /** Records a step that was done. A job that runs again later never sets the status back. */
  record: (order: string, step: Step, charge: string) =>
    client.query(
      `INSERT INTO payments (order_id, status, charge) VALUES ($1, $2, $3)
       ON CONFLICT (order_id) DO UPDATE SET status = $2, charge = $3, updated_at = now()
       WHERE array_position($4::text[], payments.status) < array_position($4::text[], $2)`,
      [order, statusAfter[step], charge, statuses]
    ),
  /** Returns the status and the charge of an order. */
  find: async (order: string) => {
    const { rows } = await client.query("SELECT status, charge FROM payments WHERE order_id = $1", [
      order
    ])
    return rows[0] as { readonly status: string; readonly charge: string | null } | undefined
  }
})

/** Runs in a transaction on a client of the pool. */
export const inTransaction = async <A>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<A>
): Promise<A> => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const result = await run(client)
    await client.query("COMMIT")
    return result
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
