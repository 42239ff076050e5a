import type { Ask } from "../Processor.ts"

/** The characters of references in tests. */
export const ids = "01J0000000000000000000000A"

/** Returns an event of a payment. */
export const event = (eventName: string, command: string, more: object = {}) => ({
  eventName,
  timestamp: "2026-11-26T00:00:00.000Z",
  commandId: `cmd-${command}`,
  ...more
})

/** Returns a payment of 12.50 EUR with these events. */
export const payment = (events: ReadonlyArray<object>, more: object = {}) => ({
  paymentId: "pay1",
  transactionReference: `attempt_${ids}`,
  value: { amount: 1250, currency: "EUR" },
  events,
  _links: {},
  ...more
})

/** Answers as the Payment Queries API does, if it has these payments. */
export const askOf =
  (payments: ReadonlyArray<object>, asked: Array<string> = []): Ask =>
  async (path) => {
    asked.push(path)
    const answer = (status: number, body: object) => ({
      status,
      headers: {},
      body: JSON.stringify(body)
    })
    if (path.includes("?")) return answer(200, { _links: {}, _embedded: { payments } })
    const [first] = payments
    return first === undefined
      ? answer(404, { errorName: "paymentNotFound", message: "It doesn't exist." })
      : answer(200, first)
  }
