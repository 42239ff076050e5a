import { Agent, request } from "node:http"

/** The refunded amount of each order, in minor units. */
export const refundAmount = 500

/** Returns the price of an order, in minor units. Each order has a price of its own. */
export const priceOf = (order: string): number => Number(order)

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * Sends a request to the bank, with an idempotency key. Returns the id of the charge, capture or
 * refund. Rejects if the connection breaks, or if the bank refuses.
 */
export const callBank = (
  bank: string,
  path: string,
  { key, body }: { readonly key: string; readonly body: object }
): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "idempotency-key": key }
    const sent = request(`${bank}${path}`, { method: "POST", agent, headers }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("error", reject)
      response.on("data", (piece) => {
        text += piece
      })
      response.on("end", () => {
        if (response.statusCode === 200) resolve(String(JSON.parse(text).id))
        else reject(new Error(`The bank refuses: ${text}`))
      })
    })
    sent.on("error", reject)
    sent.end(JSON.stringify(body))
  })

/** The three calls of an order. `key` names the call, so that a repeat has no second effect. */
export const bankCalls = (bank: string) => ({
  hold: (order: string, key: string) =>
    callBank(bank, "/charges", { key, body: { order, amount: priceOf(order), currency: "EUR" } }),
  capture: (charge: string, key: string, amount: number) =>
    callBank(bank, `/charges/${charge}/capture`, { key, body: { amount } }),
  refund: (charge: string, key: string, amount: number = refundAmount) =>
    callBank(bank, `/charges/${charge}/refund`, { key, body: { amount } })
})
