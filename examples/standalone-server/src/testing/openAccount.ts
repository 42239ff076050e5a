import { readFileSync } from "node:fs"
import { type Merchant, Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { openDeployment } from "../deployment.ts"

/** What may be said of a page's look. */
export type TemplateInput = Parameters<Merchant["templates"]["update"]>[1]

/** What a running server's sandbox tenant can do by library call only. */
export interface OpenAccount {
  /** Makes a template with this look, publishes it and answers its id. */
  readonly publish: (look: TemplateInput) => Promise<string>
  /** Lists an origin whose pages may speak for payers, and show their pages in frames. */
  readonly allow: (origin: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens the server's database beside it, as another process of the same deployment would. */
export const openAccount = async (database: string): Promise<OpenAccount> => {
  const deployment = await openDeployment({ database, files: null, ephemeral: false })
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
