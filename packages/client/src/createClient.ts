import type { ClientOptions } from "./ClientOptions.ts"
import { clientOf } from "./clientOf.ts"
import type { Client } from "./generated/api.ts"
import { operations } from "./generated/operations.ts"

/**
 * Returns a client of the HTTP API for a merchant's server. It has the operations by their
 * resources, such as `payments.create`. Requests whose answer is lost are sent again with the same
 * key.
 *
 * Throws a `TypeError` that names an option that is wrong. Calls reject with a `PayloomError`.
 *
 * @example
 * const payloom = createClient({ baseUrl: "https://pay.shop.example", apiKey })
 * const payment = await payloom.payments.create(
 *   { amount: 1250n, currency: "EUR", type: "one_off", payment_instrument: card.id },
 *   { idempotencyKey: `order-${order.id}` }
 * )
 * if (payment.status === "declined") show(payment.decline)
 */
export const createClient = (options: ClientOptions): Client =>
  clientOf<Client>(operations, options)
