import { once } from "node:events"
import type { Server } from "node:http"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { serve } from "@hono/node-server"
import { createHandler } from "@payloom/adapter-http"
import { gracefulClose } from "@payloom/adapter-http/node"
import { sqlite } from "@payloom/adapter-sqlite"
import { type Merchant, Payloom } from "@payloom/core"
import { bundle } from "@payloom/example-kit/bundle"
import { masterSecret } from "@payloom/example-kit/masterSecret"
import { allowReturnsTo, sandboxAccount } from "@payloom/example-kit/sandboxAccount"
import { pagesAt, sandboxPages } from "@payloom/example-kit/sandboxPages"
import { sandboxSources } from "@payloom/example-kit/sandboxSources"
import { shopStyle } from "@payloom/example-kit/shopStyle"
import { sandbox } from "@payloom/testkit"
import { clubAuth } from "./auth.ts"
import { club } from "./club.ts"

/** The port of the club, and the folder of its two databases. */
export interface ClubStart {
  readonly port: number
  readonly folder: string
}

/** Starts the club: better-auth on its own database, and the engine on another. */
export const startClub = async ({ port, folder }: ClubStart) => {
  const url = `http://127.0.0.1:${port}`
  const file = join(folder, "payloom.db")
  const secret = masterSecret(file)
  const box = sandbox({ secret, journal: `${file}.bank`, ...pagesAt(url) })
  const engine = await Payloom.make({
    storage: sqlite(file),
    providers: box.providers,
    vault: box.vault,
    threeDs: box.threeDs,
    secret,
    options: { hostedPage: url }
  })
  const { merchant, publishableKey } = await sandboxAccount(engine, box, {
    displayName: "Reading club",
    database: file
  })
  await allowReturnsTo(engine, merchant, url)

  const database = new DatabaseSync(join(folder, "users.db"))
  const auth = await clubAuth({
    url,
    database,
    secret,
    engine,
    tenant: merchant.scope.tenant,
    publishableKey,
    reader: await readerPlan(merchant)
  })
  const assets = await bundle({
    ...sandboxSources,
    homeScript: new URL("./browser/home.ts", import.meta.url),
    payScript: new URL("./browser/pay.ts", import.meta.url),
    style: shopStyle
  })
  const app = club({ auth, assets })
  app.mount("/payloom", createHandler(engine))
  app.route("/", sandboxPages({ box, payloom: engine, merchant, assets: async () => assets }))

  const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }) as Server
  const closeServer = gracefulClose(server)
  await once(server, "listening")
  return {
    url,
    box,
    engine,
    merchant,
    /** Answers requests in flight, then lets the engine finish its work. */
    close: async (): Promise<void> => {
      await closeServer()
      await engine.close()
      database.close()
    }
  }
}

/** Returns the id of the club's plan, and creates the plan once. */
const readerPlan = async ({ plans }: Merchant): Promise<string> => {
  for await (const { id, name } of plans.iterate({ status: "active" })) {
    if (name === "Reader") return id
  }
  const interval = { unit: "month", count: 1 } as const
  const terms = { name: "Reader", amount: 900n, currency: "EUR", interval }
  return (await plans.create(terms, { idempotencyKey: "reader" })).id
}
