import { describe, expect, it } from "vitest"
import type { BankForm } from "./BankForm.ts"
import { type BankRequest, Books } from "./Books.ts"
import { ownForm } from "./ownForm.ts"
import { stripeForm } from "./stripeForm.ts"

/** The requests of one order in each form. */
const orders = {
  own: {
    form: ownForm,
    hold: ["/charges", JSON.stringify({ amount: "1250" })],
    capture: ["/charges/hold_1/capture", JSON.stringify({ amount: "1250" })],
    refund: ["/charges/hold_1/refund", JSON.stringify({ amount: 500 })]
  },
  stripe: {
    form: stripeForm,
    hold: ["/v1/payment_intents", "amount=1250&currency=eur&capture_method=manual"],
    capture: ["/v1/payment_intents/hold_1/capture", "amount_to_capture=1250"],
    refund: ["/v1/refunds", "payment_intent=hold_1&amount=500"]
  }
} as const satisfies Readonly<
  Record<
    string,
    { readonly form: BankForm } & Readonly<
      Record<"hold" | "capture" | "refund", readonly [path: string, body: string]>
    >
  >
>

const requestOf = (form: BankForm, [path, body]: readonly [string, string], key = path) =>
  form.requestOf({ path, body, key })

describe.each(Object.entries(orders))("the bank in the form %s", (_, order) => {
  const { form } = order
  const lifecycle = (books: Books) =>
    [order.hold, order.capture, order.refund].map((each) => books.take(requestOf(form, each)))

  it("reads the order of a hold from its price", () => {
    expect(requestOf(form, order.hold)).toMatchObject({ kind: "hold", order: "1250", amount: 1250 })
  })

  it("holds, captures and refunds the same charge", () => {
    expect(lifecycle(new Books("/dev/null"))).toMatchObject([
      { kind: "hold", charge: "hold_1", amount: 1250 },
      { kind: "capture", charge: "hold_1", amount: 1250 },
      { kind: "refund", charge: "hold_1", amount: 500 }
    ])
  })

  it("has no second effect under the same key", () => {
    const books = new Books("/dev/null")
    const first = lifecycle(books)
    expect(lifecycle(books)).toEqual(first)
  })

  it("refuses a second capture under another key, with the reason", () => {
    const books = new Books("/dev/null")
    lifecycle(books)
    const again: BankRequest = requestOf(form, order.capture, "another")
    const reason = books.take(again)
    expect(reason).toBe("amount is more than the hold.")
    expect(JSON.stringify(form.refused(String(reason)).body)).toContain(reason)
  })

  it("answers a hold with the charge's id and its state", () => {
    const books = new Books("/dev/null")
    const [hold] = lifecycle(books)
    const charge = books.charge("hold_1")
    if (typeof hold !== "object" || charge === undefined) {
      throw new Error("A step was refused.")
    }
    const taken = form === ownForm ? "taken" : "succeeded"
    expect(form.viewOf(hold, charge)).toMatchObject({ id: "hold_1", status: taken })
  })
})

describe("the bank's own form", () => {
  it("takes the reference in a body as the idempotency key", () => {
    const books = new Books("/dev/null")
    const body = JSON.stringify({ amount: "1250", reference: "attempt_1" })
    const [first, again] = ["a header", "another"].map((key) =>
      books.take(ownForm.requestOf({ path: "/charges", body, key }))
    )
    expect(first).toMatchObject({ kind: "hold", key: "attempt_1" })
    expect(again).toEqual(first)
  })
})
