import { Hono } from "hono"
import type { BankBooks } from "./BankBooks.ts"
import { chargeView, modificationView, signedEvent } from "./bankEvents.ts"

/**
 * What befalls the answer to the next charge, capture, void or refund, which is carried out: it
 * never arrives whole, or never at all, or is that HTTP status.
 */
type NextAnswer = "breaks" | "hangs" | number

/** Who the bank tells its news, by account; and what goes wrong next. */
export interface BankState {
  readonly webhooks: Map<string, string>
  nextAnswer: NextAnswer | null
  /** Whether all is down: every connection ends without an answer, or is answered that status. */
  down: "breaks" | number | null
}

/**
 * What no bank has: the strings by which tests pull this one. Its own API knows nothing of them.
 */
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

  /** What really happened under a reference. */
  control.get("/books/:reference", (context) => {
    const reference = context.req.param("reference")
    return context.json({
      charges: books.byReference(reference).map(chargeView),
      modifications: books.modifications(reference).map(modificationView)
    })
  })

  control.get("/count", (context) => context.json(books.count))

  /** What the bank would post of it now. */
  control.get("/event/:reference", (context) => {
    const reference = context.req.param("reference")
    const [of] = [...books.byReference(reference), ...books.modifications(reference)]
    if (of === undefined) return context.notFound()
    return context.json(signedEvent(of, Number(context.req.query("signed_at") ?? Date.now())))
  })

  /** Decides what is pending, and posts it to whom it concerns before it answers. */
  control.post("/settle/:reference", async (context) => {
    const [charge] = books.byReference(context.req.param("reference"))
    if (charge === undefined) return context.notFound()
    const settled = books.settle(charge, true, "")
    const webhook = state.webhooks.get(settled.account)
    if (webhook === undefined) return context.json({ told: null })
    const told = await fetch(webhook, { method: "POST", ...signedEvent(settled, Date.now()) })
    return context.json({ told: told.status })
  })
  return control
}
