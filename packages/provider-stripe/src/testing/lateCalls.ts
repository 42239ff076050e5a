import { createServer, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { onTestFinished } from "vitest"
import type { FakeStripe } from "../fake/index.ts"

/** A request that a proxy holds. */
interface HeldCall {
  readonly path: string
  /** Sends the request on, as if the network had held it until now. Resolves to its status. */
  readonly arrive: () => Promise<number>
}

/**
 * Opens a proxy before the fake of Stripe. While it holds, requests that write don't arrive, and
 * their connections break, as if the process had been killed. Each can arrive later.
 */
export const openLateCalls = async ({ host, port }: FakeStripe["address"]) => {
  const held: Array<HeldCall> = []
  const state = { holds: true }
  const server = createServer(async (incoming, response) => {
    const { method = "GET", url: path = "/", headers } = incoming
    const body = await buffer(incoming)
    const send = () =>
      new Promise<{ readonly status: number; readonly body: Buffer }>((resolve, reject) => {
        const call = request({ host, port, method, path, headers }, (answer) => {
          buffer(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }))
        })
        call.on("error", reject).end(body)
      })
    if (method === "POST" && state.holds) {
      held.push({ path, arrive: async () => (await send()).status })
      return void response.destroy()
    }
    const answer = await send()
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const own = server.address() as { readonly port: number }
  return { port: own.port, held, state }
}
