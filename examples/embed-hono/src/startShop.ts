import { once } from "node:events"
import type { Server } from "node:http"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { createHandler } from "@payloom/adapter-http"
import { gracefulClose } from "@payloom/adapter-http/node"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { bundle } from "@payloom/example-kit/bundle"
import { masterSecret } from "@payloom/example-kit/masterSecret"
import { allowReturnsTo, sandboxAccount } from "@payloom/example-kit/sandboxAccount"
import { pagesAt, sandboxPages } from "@payloom/example-kit/sandboxPages"
import { sandboxSources } from "@payloom/example-kit/sandboxSources"
import { shopStyle } from "@payloom/example-kit/shopStyle"
import { sandbox } from "@payloom/testkit"
import { bookShop } from "./bookShop.ts"
import { orderBook } from "./orders.ts"

/** The port of the shop, and the folder of its two databases. */
export interface ShopOptions {
  readonly port: number
  readonly folder: string
}

/** Starts the shop with its own database and routes, and with the engine's. */
export const startShop = async ({ port, folder }: ShopOptions) => {
  const url = `http://127.0.0.1:${port}`
  const database = join(folder, "payloom.db")
  const secret = masterSecret(database)
  const box = sandbox({ secret, journal: `${database}.bank`, ...pagesAt(url) })
  // The engine's workers run in this process from here on.
  const payloom = await Payloom.make({
    storage: sqlite(database),
    providers: box.providers,
    vault: box.vault,
    threeDs: box.threeDs,
    secret
  })
  const { merchant, publishableKey } = await sandboxAccount(payloom, box, {
    displayName: "Book shop",
    database
  })
  // The shop's pages may call the engine anyway. Redirects to them must be allowed.
  await allowReturnsTo(payloom, merchant, url)
  const assets = await bundle({
    ...sandboxSources,
    script: new URL("./browser/order.ts", import.meta.url),
    style: shopStyle
  })
  const orders = orderBook(join(folder, "shop.db"), merchant.checkout, url)

  const app = bookShop({ orders, assets, publishableKey })
  app.mount("/payloom", createHandler(payloom))
  app.route("/", sandboxPages({ box, payloom, merchant, assets: async () => assets }))

  const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }) as Server
  const closeServer = gracefulClose(server)
  await once(server, "listening")
  return {
    url,
    box,
    publishableKey,
    /** Answers requests in flight, then lets the engine finish its work. */
    close: async (): Promise<void> => {
      await closeServer()
      await payloom.close()
      orders.close()
    }
  }
}
