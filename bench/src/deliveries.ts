import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { webhookSender } from "@payloom/adapter-webhooks"
import type { Change, WebhookSenderPort } from "@payloom/core"
import { Effect } from "effect"
import { openShop, type Shop } from "./engine.ts"
import { type RawEndpoint, rawDeliveries } from "./rawDeliveries.ts"
import { type Batch, type Comparison, compare, concurrently } from "./rounds.ts"

/** The endpoints. Each has eight deliveries in flight, so 32 are in flight. */
const endpointsAtOnce = 4
const maxActiveTotal = 32

/**
 * Makes enough charges to queue this many deliveries in total. Each charge queues one per endpoint.
 */
const queue = async (shop: Shop, deliveries: number): Promise<void> =>
  concurrently(32, shop.charge).run(Math.ceil(deliveries / endpointsAtOnce))

const openEndpoints = async (
  shop: Shop,
  ports: ReadonlyArray<number>
): Promise<ReadonlyArray<RawEndpoint>> => {
  const endpoints: Array<RawEndpoint> = []
  for (const port of ports) {
    const url = `http://127.0.0.1:${port}/`
    const { id, secret } = await shop.merchant.webhooks.create({ url })
    endpoints.push({ id, secret, url })
  }
  return endpoints
}

/** Returns a sender that holds back requests until they are released. */
const heldSender = (inner: WebhookSenderPort) => {
  let gate = Promise.withResolvers<void>()
  const sender: WebhookSenderPort = {
    ...inner,
    send: (request) =>
      Effect.andThen(
        Effect.promise(() => gate.promise),
        inner.send(request)
      )
  }
  return {
    sender,
    hold: () => {
      gate = Promise.withResolvers<void>()
    },
    letGo: () => gate.resolve()
  }
}

/** Returns the engine's batch. Queued deliveries are held back until the clock starts. */
const engineDeliveries = async (file: string, ports: ReadonlyArray<number>) => {
  let left = 0
  let all = Promise.withResolvers<void>()
  const { sender, hold, letGo } = heldSender(webhookSender())
  const onCommit = (changes: ReadonlyArray<Change>) => {
    for (const change of changes) {
      if (change._tag !== "Update" || change.collection.name !== "webhook_deliveries") continue
      left -= 1
      if (left === 0) all.resolve()
    }
  }
  const shop = await openShop(file, true, { webhooks: sender, onCommit })
  await openEndpoints(shop, ports)
  const batch: Batch = {
    prepare: async (count) => {
      hold()
      all = Promise.withResolvers<void>()
      // Held deliveries were already read and signed, so as many are added.
      left = count + maxActiveTotal
      await queue(shop, left)
    },
    run: async () => {
      letGo()
      await all.promise
    }
  }
  return { shop, batch }
}

/** Compares a delivery with the raw driver and a bare HTTP client, with 32 in flight. */
export const measureDeliveries = async (folder: string): Promise<Comparison> => {
  const server = fork(join(import.meta.dirname, "takingServer.ts"), [`${endpointsAtOnce}`])
  const [ports] = (await once(server, "message")) as [ReadonlyArray<number>]
  const { shop, batch } = await engineDeliveries(join(folder, "deliveries.db"), ports)
  const rawFile = join(folder, "raw-deliveries.db")
  const queueing = await openShop(rawFile)
  const raw = rawDeliveries(rawFile, await openEndpoints(queueing, ports))
  const compared = await compare(
    batch,
    { prepare: (count) => queue(queueing, count), run: raw.run },
    { rounds: 9, count: 1600, warmUp: 8000 }
  )
  raw.close()
  await queueing.payloom.close()
  await shop.payloom.close()
  server.disconnect()
  return compared
}
