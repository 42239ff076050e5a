import { createHmac } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"
import { payloom } from "@payloom/better-auth"
import type { Payloom } from "@payloom/core"
import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"

/** The dependencies of better-auth in the club. */
export interface ClubAuthOptions {
  readonly url: string
  readonly database: DatabaseSync
  readonly secret: string
  readonly engine: Payloom
  readonly tenant: string
  readonly publishableKey: string
  /** The id of the club's plan. */
  readonly reader: string
}

/** Starts better-auth with the plugin. The plugin adds no tables of its own. */
export const clubAuth = async (options: ClubAuthOptions) => {
  const auth = betterAuth({
    baseURL: options.url,
    database: options.database,
    secret: createHmac("sha256", options.secret).update("better-auth").digest("hex"),
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true },
    user: { deleteUser: { enabled: true } },
    plugins: [
      payloom({
        payloom: options.engine,
        tenant: options.tenant,
        mode: "test",
        publishableKey: options.publishableKey,
        plans: { reader: options.reader },
        successUrl: "/members",
        cancelUrl: "/"
      })
    ]
  })
  await (await getMigrations(auth.options)).runMigrations()
  return auth
}

/** better-auth in the club. */
export type ClubAuth = Awaited<ReturnType<typeof clubAuth>>
