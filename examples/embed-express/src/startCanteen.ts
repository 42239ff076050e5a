import { once } from "node:events"
import { join } from "node:path"
import { createHandler } from "@payloom/adapter-http"
import { gracefulClose, nodeListener } from "@payloom/adapter-http/node"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { bundle } from "@payloom/example-kit/bundle"
import { masterSecret } from "@payloom/example-kit/masterSecret"
import { sandboxAccount } from "@payloom/example-kit/sandboxAccount"
import { pagesAt, sandboxPages, sandboxPaths } from "@payloom/example-kit/sandboxPages"
import { sandboxSources } from "@payloom/example-kit/sandboxSources"
import { sandbox } from "@payloom/testkit"
import express from "express"
import { canteenRoutes } from "./canteenRoutes.ts"
import { guestBook } from "./guests.ts"
import { lunchBook } from "./lunches.ts"

/** The port of the canteen, and the folder of the engine's database. */
export interface CanteenOptions {
  readonly port: number
  readonly folder: string
}

/** Starts the canteen: an Express application with the engine below `/payloom`. */
export const startCanteen = async ({ port, folder }: CanteenOptions) => {
  const url = `http://127.0.0.1:${port}`
  const database = join(folder, "payloom.db")
  const secret = masterSecret(database)
  const box = sandbox({ secret, journal: `${database}.bank`, ...pagesAt(url) })
  const payloom = await Payloom.make({
    storage: sqlite(database),
    providers: box.providers,
    vault: box.vault,
    threeDs: box.threeDs,
    secret
  })
  const { merchant, publishableKey } = await sandboxAccount(payloom, box, {
    displayName: "Canteen",
    database
  })
  const assets = await bundle({
    ...sandboxSources,
    script: new URL("./browser/order.ts", import.meta.url),
    style: new URL("./browser/canteen.css", import.meta.url)
  })
  const guests = guestBook(merchant)
  const lunches = lunchBook(merchant, guests)

  const app = express()
  // Mounted before any body parser, because the engine reads its bodies itself.
  app.use("/payloom", nodeListener(createHandler(payloom)))
  const payerPages = sandboxPages({ box, payloom, merchant, assets: async () => assets })
  app.all(
    sandboxPaths,
    nodeListener((request) => payerPages.fetch(request))
  )
  app.use(express.json())
  app.use(canteenRoutes({ guests, lunches, assets, publishableKey }))

  const server = app.listen(port, "127.0.0.1")
  const closeServer = gracefulClose(server)
  await once(server, "listening")
  return {
    url,
    box,
    merchant,
    publishableKey,
    /** Answers requests in flight, then lets the engine finish its work. */
    close: async (): Promise<void> => {
      await closeServer()
      await payloom.close()
    }
  }
}
