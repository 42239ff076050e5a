import { openShop, type Shop, type ShopOptions } from "./openShop.ts"
import type { Json, Reply } from "./shopClient.ts"

/** A shop with a good card, and shortcuts for payments by their ids. */
export interface Till extends Shop {
  readonly card: string
  /**
   * Charges 12.50 EUR to the card and returns the payment's id. `fields` override or add to the
   * request.
   */
  readonly charged: (fields?: Json) => Promise<string>
  /** Authorizes the amount instead, with manual capture. */
  readonly held: (fields?: Json) => Promise<string>
  readonly payment: (id: string) => Promise<Json>
  readonly capture: (id: string, body?: Json) => Promise<Reply>
  readonly release: (id: string, body?: Json) => Promise<Reply>
  readonly refund: (id: string, body?: Json) => Promise<Reply>
}

/** Opens a shop with a till. */
export const openTill = async (options?: ShopOptions): Promise<Till> => {
  const shop = await openShop(options)
  const card = await shop.saveCard("approved")
  const charged: Till["charged"] = async (fields) =>
    String((await shop.pay({ payment_instrument: card, ...fields })).json.id)
  return {
    ...shop,
    card,
    charged,
    held: (fields) => charged({ capture_method: "manual", ...fields }),
    payment: async (id) => (await shop.get(`/payments/${id}`)).json,
    capture: (id, body) => shop.post(`/payments/${id}/capture`, body),
    release: (id, body) => shop.post(`/payments/${id}/void`, body),
    refund: (id, body) => shop.post(`/payments/${id}/refunds`, body)
  }
}
