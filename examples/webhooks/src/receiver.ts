import type { Conduct } from "./conduct.ts"
import { type EndpointServer, startEndpoint } from "./endpointServer.ts"
import { openReceivedFile } from "./receivedFile.ts"

/** What an endpoint is to trust, or to do; or how far ahead of the machine's the time of all is. */
export type Order =
  | { readonly aheadMs: number }
  | { readonly endpoint: string; readonly secret: string }
  | { readonly endpoint: string; readonly conduct: Conduct }

/** At first the ports by name; then that an order was carried out. */
export type Answer = Readonly<Record<string, number>> | "done"

const [file = "", ...names] = process.argv.slice(2)
const keep = openReceivedFile(file)
const servers = new Map<string, EndpointServer>()
for (const name of names) servers.set(name, await startEndpoint(name, keep))

/** Whatever verifies here asks for the time like this. */
const machineNow = Date.now
let aheadMs = 0
Date.now = () => machineNow() + aheadMs

const carryOut = async (order: Order): Promise<void> => {
  if ("aheadMs" in order) {
    aheadMs = order.aheadMs
    return
  }
  const server = servers.get(order.endpoint)
  if ("secret" in order) server?.trust(order.secret)
  else await server?.behave(order.conduct)
}

const answer = (what: Answer) => process.send?.(what)

process.on("message", async (order: Order) => {
  await carryOut(order)
  answer("done")
})

// Whoever started it is gone: so is its work.
process.on("disconnect", () => process.exit())

answer(Object.fromEntries([...servers].map(([name, { port }]) => [name, port])))
