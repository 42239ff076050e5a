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
import { sandbox } from "@payloom/testkit"
import { bookShop } from "./bookShop.ts"
import { orderBook } from "./orders.ts"

/** Where the shop listens, and the folder of its two databases. */
export interface ShopOptions {
  readonly port: number
  readonly folder: string
}

/** Opens the shop: its own database beside the engine's, its own routes beside the engine's. */
export const startShop = async ({ port, folder }: ShopOptions) => {
  const url = `http://127.0.0.1:${port}`
  const database = join(folder, "payloom.db")
  const secret = masterSecret(database)
  const box = sandbox({ secret, journal: `${database}.bank`, ...pagesAt(url) })
  // From here on the engine's workers run in this process.
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
  // Its own pages may call the engine as they are; to send payers there takes the shop's word.
  await allowReturnsTo(payloom, merchant, url)
  const assets = await bundle({
    ...sandboxSources,
    script: new URL("./browser/order.ts", import.meta.url),
    style: new URL("./browser/shop.css", import.meta.url)
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
    /** Answers what runs, then lets the engine finish what is under way. */
    close: async (): Promise<void> => {
      await closeServer()
      await payloom.close()
      orders.close()
    }
  }
}
