import { Hono } from "hono"
import type { BankBooks } from "./BankBooks.ts"
import { chargeView, modificationView, signedEvent } from "./bankEvents.ts"

/**
 * A fault of the answer to the next charge, capture, void or refund. The request is carried out.
 * The answer breaks off, never arrives, or has this HTTP status.
 */
type NextAnswer = "breaks" | "hangs" | number

/** The addresses for events by account, and the faults that tests have set. */
export interface BankState {
  readonly webhooks: Map<string, string>
  nextAnswer: NextAnswer | null
  /** An outage: every connection breaks, or every request is answered with this status. */
  down: "breaks" | number | null
}

/** Serves the controls for tests. No real bank has them, and the bank's API doesn't use them. */
export const bankControl = (books: BankBooks, state: BankState): Hono => {
  const control = new Hono()

  control.post("/next-answer", async (context) => {
    state.nextAnswer = (await context.req.json<{ readonly next: NextAnswer | null }>()).next
    return context.body(null, 204)
  })

  control.post("/down", async (context) => {
    state.down = (await context.req.json<Pick<BankState, "down">>()).down
    return context.body(null, 204)
  })

  /** Returns the real charges and modifications with a reference. */
  control.get("/books/:reference", (context) => {
    const reference = context.req.param("reference")
    return context.json({
      charges: books.byReference(reference).map(chargeView),
      modifications: books.modifications(reference).map(modificationView)
    })
  })

  control.get("/count", (context) => context.json(books.count))

  /** Returns the event that the bank would post now. */
  control.get("/event/:reference", (context) => {
    const reference = context.req.param("reference")
    const [of] = [...books.byReference(reference), ...books.modifications(reference)]
    if (of === undefined) return context.notFound()
    return context.json(signedEvent(of, Number(context.req.query("signed_at") ?? Date.now())))
  })

  /** Decides a pending charge. Posts the event to the account's address before it answers. */
  control.post("/settle/:reference", async (context) => {
    const [charge] = books.byReference(context.req.param("reference"))
    if (charge === undefined) return context.notFound()
    const settled = books.settle(charge, true, "")
    const webhook = state.webhooks.get(settled.account)
    if (webhook === undefined) return context.json({ status: null })
    const answer = await fetch(webhook, { method: "POST", ...signedEvent(settled, Date.now()) })
    return context.json({ status: answer.status })
  })
  return control
}
