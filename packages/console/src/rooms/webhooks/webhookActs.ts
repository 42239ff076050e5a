import type { CreateWebhookEndpoint, ReplayWebhooks, UpdateWebhookEndpoint } from "@payloom/core"
import type { Act, ActCall } from "../../Room.ts"

/** The number of deliveries that were queued again. */
interface Queued {
  readonly queued: number
}

/** The acts on endpoints and deliveries. The engine checks each input. */
export const webhookActs: ReadonlyArray<Act> = [
  {
    name: "webhooks.create",
    role: "admin",
    run: ({ merchant, input }) => merchant.webhooks.create(input as CreateWebhookEndpoint)
  },
  {
    name: "webhooks.update",
    role: "admin",
    run: ({ merchant, subject, input }) =>
      merchant.webhooks.update(subject, input as UpdateWebhookEndpoint)
  },
  {
    name: "webhooks.rotateSecret",
    role: "admin",
    run: ({ merchant, subject }) => merchant.webhooks.rotateSecret(subject)
  },
  {
    name: "webhooks.delete",
    role: "admin",
    run: async ({ merchant, subject }) => {
      await merchant.webhooks.delete(subject)
      return { deleted: true }
    }
  },
  {
    name: "webhooks.replay",
    role: "operator",
    run: async (call): Promise<Queued> => ({ queued: await replay(call) })
  }
]

/** Without a subject, all failed deliveries of all endpoints are sent again. */
const replay = async ({ merchant: { webhooks }, subject, input }: ActCall): Promise<number> => {
  if (subject.startsWith("delivery_")) return webhooks.replay({ delivery: subject })
  if (subject !== "") {
    return webhooks.replay({ ...(input as object), endpoint: subject } as ReplayWebhooks)
  }
  const { data } = await webhooks.list()
  let queued = 0
  for (const { id } of data) {
    queued += await webhooks.replay({ endpoint: id, status: "failed" })
  }
  return queued
}
