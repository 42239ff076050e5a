import type { Room } from "../../Room.ts"
import { readDelivery } from "./readDelivery.ts"
import { readWebhooks } from "./readWebhooks.ts"
import { webhookActs } from "./webhookActs.ts"

/** Webhook endpoints, and what was sent to them. */
export const webhooksRoom: Room = { reads: [readWebhooks, readDelivery], acts: webhookActs }
