import {
  deliveriesOfEndpoint,
  type StorageReads,
  type Stored,
  type WebhookDelivery,
  WebhookDeliveryCollection
} from "@payloom/core"
import { Effect } from "effect"
import { Refused } from "../../frame/refusals.ts"
import { textOf } from "../../frame/textOf.ts"
import type { Read, ReadCall } from "../../Room.ts"
import {
  type DeliveryChoice,
  type DeliveryRow,
  deliveryChoices,
  type WebhooksPage
} from "./WebhookViews.ts"

const rowsOfPage = 50

/** The endpoints, and a page of deliveries. */
export const readWebhooks: Read = {
  path: "/webhooks",
  run: async (call): Promise<WebhooksPage> => {
    const { merchant, payloom } = call
    const [endpoints, page] = await Promise.all([merchant.webhooks.list(), deliveriesOf(call)])
    return {
      ...page,
      endpoints: endpoints.data,
      types: Object.keys(payloom.services.parts.events).sort()
    }
  }
}

type Page = Pick<WebhooksPage, "data" | "nextCursor">

const deliveriesOf = async ({ merchant, payloom, query }: ReadCall): Promise<Page> => {
  const show = choiceOf(query.get("show") ?? "")
  const endpoint = textOf("endpoint", query.get("endpoint"))
  const after = textOf("startingAfter", query.get("startingAfter"))
  const given = {
    limit: rowsOfPage,
    ...(endpoint === "" ? {} : { endpoint }),
    ...(after === "" ? {} : { startingAfter: after })
  }
  if (show === "failing") return failingDeliveries(payloom.services.storage, merchant.scope, given)
  const { data, nextCursor } = await merchant.webhooks.deliveries({
    ...given,
    ...(show === null ? {} : { status: show })
  })
  return { data: data.map(rowOf), nextCursor }
}

const choiceOf = (text: string): DeliveryChoice | null => {
  if (text === "") return null
  const found = deliveryChoices.find((choice) => choice === text)
  if (found !== undefined) return found
  const known = deliveryChoices.join(", ")
  throw new Refused(400, "filter_invalid", `The filter show must be one of ${known}.`)
}

interface FailingQuery {
  readonly limit: number
  readonly endpoint?: string
  readonly startingAfter?: string
}

/** The library has no filter for them, but there are indexes of all, and of each endpoint's. */
const failingDeliveries = async (
  storage: StorageReads,
  scope: ReadCall["merchant"]["scope"],
  { limit, endpoint, startingAfter }: FailingQuery
): Promise<Page> => {
  const rows: ReadonlyArray<Stored<Omit<WebhookDelivery, "object">>> = await Effect.runPromise(
    storage.page(scope, WebhookDeliveryCollection, {
      where:
        endpoint === undefined ? { failing: "failing" } : deliveriesOfEndpoint(endpoint, "failing"),
      order: "desc",
      limit: limit + 1,
      ...(startingAfter === undefined ? {} : { after: startingAfter })
    })
  )
  const page = rows.slice(0, limit).map(({ row }) => rowOf(row))
  return { data: page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

const rowOf = (delivery: Omit<WebhookDelivery, "object">): DeliveryRow => {
  const { id, endpoint, event, type, status, created, settledAt, attempts } = delivery
  return {
    ...{ id, endpoint, event, type, status, created, settledAt },
    tries: attempts.length,
    last: attempts.at(-1) ?? null
  }
}
