import type { WebhookDelivery, WebhookEndpoint } from "@payloom/core"

/** The choices of deliveries. `failing` are those that failed, or that are being retried. */
export const deliveryChoices = ["failing", "failed", "pending", "delivered"] as const
/** A choice of deliveries. */
export type DeliveryChoice = (typeof deliveryChoices)[number]

/** A page of deliveries, newest first, and all endpoints. */
export interface WebhooksPage {
  readonly data: ReadonlyArray<DeliveryRow>
  readonly nextCursor: string | null
  readonly endpoints: ReadonlyArray<WebhookEndpoint>
  /** The types of events that an endpoint can choose. */
  readonly types: ReadonlyArray<string>
}

/** A delivery in a list, with its last try. */
export interface DeliveryRow extends Omit<WebhookDelivery, "attempts" | "object"> {
  /** The number of tries that are kept. */
  readonly tries: number
  readonly last: WebhookDelivery["attempts"][number] | null
}

/** The page of a delivery. */
export interface DeliveryView {
  readonly delivery: WebhookDelivery
  /** Null if the endpoint was deleted. */
  readonly endpoint: WebhookEndpoint | null
  /** The body that is sent, as JSON text. Null if its event is gone. */
  readonly body: string | null
  /** The payment that the event is about. Null if it is about something else. */
  readonly payment: string | null
}
