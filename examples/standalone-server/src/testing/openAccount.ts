import { readFileSync } from "node:fs"
import { type Merchant, Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { openDeployment } from "../deployment.ts"

/** The input of a template. */
export type TemplateInput = Parameters<Merchant["templates"]["update"]>[1]

/** Calls of a running server's sandbox tenant that the HTTP API doesn't have. */
export interface OpenAccount {
  /** Creates and publishes a template with this look, and returns its id. */
  readonly publish: (look: TemplateInput) => Promise<string>
  /** Allows an origin to call the payer API, and to show payers' pages in frames. */
  readonly allow: (origin: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens the database of a running server, as another process of the same deployment. */
export const openAccount = async (database: string): Promise<OpenAccount> => {
  const deployment = await openDeployment({
    database,
    postgres: false,
    files: null,
    ephemeral: false
  })
  const secret = deployment.secret()
  const { providers, vault } = sandbox({ secret })
  const payloom = await Payloom.make({
    storage: deployment.storage,
    providers,
    vault,
    secret,
    workers: false
  })
  const { tenant } = JSON.parse(readFileSync(deployment.credentialsFile, "utf8"))
  const scope = { tenant, mode: "test" } as const
  const { templates } = payloom.merchant(scope)
  return {
    publish: async (look) => {
      const { id } = await templates.create({ name: "Shop", ...look })
      return (await templates.publish(id)).id
    },
    allow: async (origin) => {
      const { returnOrigins } = (await payloom.tenants.settings(scope)).row.settings
      await payloom.tenants.updateAccount(scope, { returnOrigins: [...returnOrigins, origin] })
    },
    close: payloom.close
  }
}
