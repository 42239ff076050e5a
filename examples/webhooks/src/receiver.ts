import type { Conduct } from "./conduct.ts"
import { type EndpointServer, startEndpoint } from "./endpointServer.ts"
import { openReceivedFile } from "./receivedFile.ts"

/** A new secret or behavior of an endpoint, or the lead of the clock over the machine's clock. */
export type Order =
  | { readonly aheadMs: number }
  | { readonly endpoint: string; readonly secret: string }
  | { readonly endpoint: string; readonly conduct: Conduct }

/** The first message has the ports by name. Later ones confirm an order. */
export type Answer = Readonly<Record<string, number>> | "done"

const [file = "", ...names] = process.argv.slice(2)
const keep = openReceivedFile(file)
const servers = new Map<string, EndpointServer>()
for (const name of names) servers.set(name, await startEndpoint(name, keep))

/** The library that verifies signatures calls `Date.now`. */
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

// The parent process has ended, so the work is of no use any more.
process.on("disconnect", () => process.exit())

answer(Object.fromEntries([...servers].map(([name, { port }]) => [name, port])))
