import { once } from "node:events"
import { readFileSync } from "node:fs"
import type { Server } from "node:http"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { createHandler } from "@payloom/adapter-http"
import { gracefulClose } from "@payloom/adapter-http/node"
import { postgres } from "@payloom/adapter-postgres"
import { Payloom } from "@payloom/core"
import { bundle } from "@payloom/example-kit/bundle"
import { masterSecret } from "@payloom/example-kit/masterSecret"
import { allowReturnsTo, sandboxAccount } from "@payloom/example-kit/sandboxAccount"
import { pagesAt, sandboxPages } from "@payloom/example-kit/sandboxPages"
import { sandboxSources } from "@payloom/example-kit/sandboxSources"
import { shopStyle } from "@payloom/example-kit/shopStyle"
import { sandbox } from "@payloom/testkit"
import pg from "pg"
import type { PrintShop } from "./PrintShop.ts"
import { printRoutes } from "./printRoutes.ts"
import { numberPaidOrders } from "./selling.ts"

/** The port of the shop, and the places of its data. */
export interface ShopOptions {
  readonly port: number
  /** The address of the database of the shop and the engine. */
  readonly database: string
  /** The folder of the secret, the key for its pages, and the data of the sandbox's bank. */
  readonly folder: string
  /** Creates the tables with `pg` or with Drizzle. */
  readonly tables: (pool: pg.Pool) => PrintShop
}

/**
 * Starts the shop. Its tables are in the schema `shop`, the engine's in `payloom`. Both use one
 * pool.
 */
export const startShop = async ({ port, database, folder, tables }: ShopOptions) => {
  const url = `http://127.0.0.1:${port}`
  const files = join(folder, "payloom")
  const pool = new pg.Pool({ connectionString: database, max: 20 })
  pool.on("error", () => undefined) // the pool replaces an idle connection that breaks
  await pool.query(readFileSync(new URL("./tables.sql", import.meta.url), "utf8"))
  const shop = tables(pool)

  const secret = masterSecret(files)
  const box = sandbox({ secret, journal: `${files}.bank`, ...pagesAt(url) })
  const payloom = await Payloom.make({
    storage: postgres({ connection: pool }),
    providers: box.providers,
    vault: box.vault,
    threeDs: box.threeDs,
    secret
  })
  const { merchant, publishableKey } = await sandboxAccount(payloom, box, {
    displayName: "Prints",
    database: files
  })
  await allowReturnsTo(payloom, merchant, url)
  const selling = { payloom, merchant, shop, url }
  await numberPaidOrders(selling)

  const assets = await bundle({
    ...sandboxSources,
    script: new URL("./browser/order.ts", import.meta.url),
    style: shopStyle
  })
  const app = printRoutes(selling, { assets, publishableKey })
  app.mount("/payloom", createHandler(payloom))
  app.route("/", sandboxPages({ box, payloom, merchant, assets: async () => assets }))

  const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }) as Server
  const closeServer = gracefulClose(server)
  await once(server, "listening")
  return {
    ...selling,
    box,
    pool,
    publishableKey,
    /** Answers requests in flight, lets the engine finish, and then closes the shared pool. */
    close: async (): Promise<void> => {
      await closeServer()
      await payloom.close()
      await pool.end()
    }
  }
}
