import pg from "pg"

/** Opens a shop's table of carts. It links each order to its record in the product. */
export const openCarts = async (database: string) => {
  const pool = new pg.Pool({ connectionString: database, max: 20 })
  pool.on("error", () => undefined)
  await pool.query("CREATE TABLE IF NOT EXISTS carts (id text PRIMARY KEY, record text NOT NULL)")
  return {
    /** Returns the id of the order's record, or null if the order is unknown. */
    find: async (order: string): Promise<string | null> => {
      const { rows } = await pool.query("SELECT record FROM carts WHERE id = $1", [order])
      return rows[0]?.record ?? null
    },
    add: (order: string, record: string) =>
      pool.query("INSERT INTO carts VALUES ($1, $2)", [order, record])
  }
}
