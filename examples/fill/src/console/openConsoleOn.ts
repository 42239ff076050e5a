import { storageAt } from "@payloom/cli"
import { createConsole } from "@payloom/console"
import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"

/** A console on a store, without a server. */
export interface ConsoleOnStore {
  /** The address of the merchant's data. */
  readonly data: string
  readonly get: (address: string) => Promise<Response>
  readonly close: () => Promise<void>
}

const origin = "https://shop.example"

/** Opens a console on the only merchant of a filled store. No job runs. */
export const openConsoleOn = async (database: string): Promise<ConsoleOnStore> => {
  const { setup } = sandbox()
  const payloom = await Payloom.make({ ...setup, storage: storageAt(database), workers: false })
  const handler = createConsole(payloom, {
    basePath: "/console",
    authenticate: () => ({ id: "user_1", name: "Ada", role: "admin" })
  })
  const get = (address: string) => handler(new Request(`${origin}/console${address}`))
  const { tenants } = (await (await get("/api/me")).json()) as {
    readonly tenants: ReadonlyArray<{ readonly id: string }>
  }
  return {
    data: `/api/${tenants[0]?.id}/test`,
    get,
    close: async () => {
      handler.close()
      await payloom.close()
    }
  }
}
