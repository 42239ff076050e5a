import type { FakeFaults } from "@payloom/testkit/fake-provider"
import type { FakeBooks, FakePayment } from "./FakeBooks.ts"
import type { FakeDashboard } from "./FakeDashboard.ts"
import { shopperAnswers } from "./fakeDetails.ts"
import type { OwnReply } from "./fakeServer.ts"

/** The parts of the fake that its own URLs use. */
export interface OwnParts {
  readonly books: FakeBooks
  readonly faults: FakeFaults
  readonly dashboard: FakeDashboard
  readonly payments: (reference: string) => ReadonlyArray<FakePayment>
  readonly payerAnswers: (reference: string, approves: boolean) => string
  readonly sendTo: (url: string | null, name?: string) => void
  readonly totals: () => Readonly<Record<string, number>>
}

const json = (body: unknown): OwnReply => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body ?? null)
})

const page = (body: string): OwnReply => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!doctype html><title>Fake of Adyen</title>${body}`
})

const dashboardCalls = [
  "refund",
  "capture",
  "cancel",
  "expire",
  "closeOffer",
  "failCapture",
  "recapture",
  "failRefund",
  "dispute",
  "moveDispute"
] as const

/** Creates the payer's page, and the URLs by which another process controls the fake. */
export const ownPages =
  (parts: OwnParts) =>
  (method: string, path: string, body: string): OwnReply | null => {
    const [, what = "", of = ""] = /^\/([a-z-]+)(?:\/(\w+))?$/i.exec(path) ?? []
    if (what === "shopper") return shopperPage(parts, of, method, new URLSearchParams(body))
    if (method === "GET") {
      if (what === "payments") return json(parts.payments(of))
      return what === "totals" ? json(parts.totals()) : null
    }
    const given = body === "" ? {} : Object(JSON.parse(body))
    switch (what) {
      case "next":
        return json(parts.faults.next(given.fault, given.kind))
      case "chances":
        return json(parts.faults.chances(given))
      case "break-down":
        return json(parts.faults.breakDown(given.how))
      case "clear":
        return json(parts.faults.clear())
      case "webhooks":
        return json(parts.sendTo(given.url, given.name))
      case "payer":
        return json({ result: parts.payerAnswers(of, given.approves === true) })
      case "dashboard": {
        const call = dashboardCalls.find((name) => name === of)
        const action: ((...args: ReadonlyArray<never>) => unknown) | undefined =
          call && parts.dashboard[call]
        return action === undefined ? null : json(shown(action(...(given.args as never[]))))
      }
      default:
        return null
    }
  }

/** Returns a modification without its payment. */
const shown = (made: unknown): unknown =>
  typeof made === "object" && made !== null ? { ...made, payment: undefined } : made

const shopperPage = (
  { books }: OwnParts,
  pspReference: string,
  method: string,
  form: URLSearchParams
): OwnReply | null => {
  const payment = books.payments.get(pspReference)
  if (payment === undefined) return null
  if (payment.status !== "waiting") return { ...page("<p>Nothing to answer.</p>"), status: 410 }
  if (method !== "POST") {
    const buttons = ["approve", "refuse"].map(
      (answer) => `<button name="answer" value="${answer}">${answer}</button>`
    )
    return page(`<form method="post">${buttons.join(" ")}</form>`)
  }
  const back = new URL(payment.returnUrl)
  const result = shopperAnswers(books, payment, form.get("answer") === "approve")
  back.searchParams.set("redirectResult", result)
  return { status: 303, headers: { location: back.href }, body: "" }
}
