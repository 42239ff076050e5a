import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { stripe } from "./stripe.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

/** Returns a connector to a server that redirects charges, and the paths of all requests. */
const redirectedTo = async (location: string, status: number) => {
  const paths: Array<string | undefined> = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    if (request.url === "/v1/payment_intents") response.writeHead(status, { location }).end()
    else response.writeHead(401).end('{"error":{"type":"invalid_request_error","message":"No"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const accountOf = () => ({ apiKey: "sk_test_1", webhookSecrets: [] })
  return { paths, provider: stripe({ host: "127.0.0.1", port, protocol: "http", accountOf }) }
}

it.each([301, 302, 307, 308])(
  "a charge that is answered with HTTP %s is Unknown, and is not sent anywhere else",
  async (status) => {
    const { provider, paths } = await redirectedTo("/elsewhere", status)
    expect(await Effect.runPromise(provider.charge(chargeRequest()))).toMatchObject({
      _tag: "Unknown"
    })
    expect(paths).toEqual(["/v1/payment_intents"])
  }
)
