import { readFileSync } from "node:fs"
import { sqlite } from "@payloom/adapter-sqlite"
import { type Merchant, Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { openDeployment } from "../deployment.ts"

/** What may be said of a page's look. */
export type TemplateInput = Parameters<Merchant["templates"]["update"]>[1]

/** The templates of a running server's sandbox tenant: they have no operation over HTTP. */
export interface OpenTemplates {
  /** Makes a template with this look, publishes it and answers its id. */
  readonly publish: (look: TemplateInput) => Promise<string>
  readonly close: () => Promise<void>
}

/** Opens the server's database beside it, as another process of the same deployment would. */
export const openTemplates = async (database: string): Promise<OpenTemplates> => {
  const { secretFile, credentialsFile } = openDeployment({ database, ephemeral: false })
  const secret = readFileSync(secretFile, "utf8").trim()
  const { providers, vault } = sandbox({ secret })
  const payloom = await Payloom.make({
    storage: sqlite(database),
    providers,
    vault,
    secret,
    workers: false
  })
  const { tenant } = JSON.parse(readFileSync(credentialsFile, "utf8"))
  const { templates } = payloom.merchant({ tenant, mode: "test" })
  return {
    publish: async (look) => {
      const { id } = await templates.create({ name: "Shop", ...look })
      return (await templates.publish(id)).id
    },
    close: payloom.close
  }
}
