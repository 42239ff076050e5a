import { clientOf } from "@payloom/adapter-postgres"
import type { HostTransaction } from "@payloom/core"
import { eq, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import { bigint, integer, pgSchema, text, uuid } from "drizzle-orm/pg-core"
import type { Pool } from "pg"
import type { PrintShop } from "./PrintShop.ts"

const shop = pgSchema("shop")

const prints = shop.table("prints", {
  id: text().primaryKey(),
  title: text().notNull(),
  amount: bigint({ mode: "bigint" }).notNull(),
  currency: text().notNull(),
  sold: integer().notNull().default(0)
})

const orders = shop.table("orders", {
  id: uuid().primaryKey(),
  print: text().notNull(),
  sessionToken: text("session_token"),
  number: integer()
})

/** Returns Drizzle on the client of the engine's transaction. */
const within = (transaction: HostTransaction) => drizzle(clientOf(transaction))

/** Returns the shop's tables with Drizzle. */
export const printShopWithDrizzle = (pool: Pool): PrintShop => {
  const db = drizzle(pool)
  return {
    prints: () => db.select().from(prints),
    place: async (transaction, order) => {
      await within(transaction).insert(orders).values(order)
    },
    keepToken: async (order, sessionToken) => {
      await db.update(orders).set({ sessionToken }).where(eq(orders.id, order))
    },
    number: async (transaction, order) => {
      const tx = within(transaction)
      const [placed] = await tx.select().from(orders).where(eq(orders.id, order))
      const [sold] = await tx
        .update(prints)
        .set({ sold: sql`${prints.sold} + 1` })
        .where(eq(prints.id, placed?.print ?? ""))
        .returning({ number: prints.sold })
      await tx
        .update(orders)
        .set({ number: sold?.number ?? null })
        .where(eq(orders.id, order))
    },
    look: async (order) => {
      const [found] = await db
        .select({
          id: orders.id,
          title: prints.title,
          number: orders.number,
          sessionToken: orders.sessionToken
        })
        .from(orders)
        .innerJoin(prints, eq(prints.id, orders.print))
        .where(eq(orders.id, order))
      return found ?? null
    }
  }
}
