import { clientOf } from "@payloom/adapter-postgres"
import type { Pool } from "pg"
import type { PrintShop } from "./PrintShop.ts"

/** Returns the shop's tables with `pg` alone. */
export const printShopWithPg = (pool: Pool): PrintShop => ({
  prints: async () => {
    const { rows } = await pool.query("SELECT id, title, amount, currency FROM shop.prints")
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
  },
  place: async (transaction, { id, print }) => {
    const client = clientOf(transaction)
    await client.query("INSERT INTO shop.orders (id, print) VALUES ($1, $2)", [id, print])
  },
  keepToken: async (order, token) => {
    await pool.query("UPDATE shop.orders SET session_token = $2 WHERE id = $1", [order, token])
  },
  number: async (transaction, order) => {
    await clientOf(transaction).query(
      `WITH sold AS (
         UPDATE shop.prints SET sold = sold + 1
         WHERE id = (SELECT print FROM shop.orders WHERE id = $1) RETURNING sold)
       UPDATE shop.orders SET number = sold FROM sold WHERE orders.id = $1`,
      [order]
    )
  },
  look: async (order) => {
    const { rows } = await pool.query(
      `SELECT orders.id, title, number, session_token AS "sessionToken"
       FROM shop.orders JOIN shop.prints ON prints.id = orders.print WHERE orders.id = $1`,
      [order]
    )
    return rows[0] ?? null
  }
})
