import { Hono } from "hono"
import { html } from "hono/html"
import type { BankBooks } from "./BankBooks.ts"

/**
 * Serves the page on which payers approve or refuse. Then they return to the shop with the result.
 */
export const payerPages = (books: BankBooks): Hono => {
  const pages = new Hono()
  pages.get("/pay/:id", (context) => {
    const charge = books.byId(context.req.param("id"))
    if (charge === undefined) return context.notFound()
    return context.html(html`<!doctype html>
      <title>The bank</title>
      <form method="post">
        <p>Pay ${charge.amount} ${charge.currency}, in the bank's own units?</p>
        <button name="answer" value="approve">Approve</button>
        <button name="answer" value="refuse">Refuse</button>
      </form>`)
  })
  pages.post("/pay/:id", async (context) => {
    const charge = books.byId(context.req.param("id"))
    if (charge === undefined) return context.notFound()
    const { answer } = await context.req.parseBody()
    const { return_url, result } = books.payerAnswers(charge, answer === "approve")
    if (return_url === null || result === null)
      return context.text("The charge can no longer be answered.", 410)
    const back = new URL(return_url)
    back.searchParams.set("bank_result", result.token)
    return context.redirect(back.href, 303)
  })
  return pages
}
