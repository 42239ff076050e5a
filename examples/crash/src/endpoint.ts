import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import type { Shop } from "./shop.ts"

/** An endpoint for webhooks, which keeps the ids of the events that it took. */
export interface Endpoint {
  readonly url: string
  readonly taken: ReadonlySet<string>
  readonly stop: () => Promise<void>
}

/** Starts an endpoint on a free port. */
export const startEndpoint = async (): Promise<Endpoint> => {
  const taken = new Set<string>()
  const server = createServer((request, response) => {
    json(request)
      .then((event) => {
        taken.add(String(Object(event).id))
        response.writeHead(204).end()
      })
      // Its sender ended.
      .catch(() => response.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    taken,
    stop: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

/**
 * Compares the webhooks that an endpoint took with the stored events. Returns a sentence for each
 * event since a time without a webhook, and for each webhook without an event.
 */
export const webhookFindings = async (
  { merchant }: Shop,
  { taken }: Endpoint,
  since: number
): Promise<ReadonlyArray<string>> => {
  const findings: Array<string> = []
  const stored = new Set<string>()
  for await (const { id, type, occurredAt } of merchant.events.iterate({ limit: 100 })) {
    stored.add(id)
    if (occurredAt > since && !taken.has(id)) {
      findings.push(`the event ${id} (${type}) was never delivered`)
    }
  }
  for (const id of taken)
    if (!stored.has(id)) findings.push(`${id} was delivered but is not stored`)
  return findings
}
