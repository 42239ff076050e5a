import type { BankForm, Received } from "./BankForm.ts"
import type { BankRequest, Charge, Effect } from "./Books.ts"

/** Returns the bank's answer about an effect. Amounts are text, in minor units. */
const viewOf = ({ id, kind, key, charge, amount }: Effect, { taken, refunded }: Charge) => ({
  id: kind === "hold" ? charge : id,
  reference: key,
  amount: String(amount),
  currency: "EUR",
  status: kind !== "hold" ? "done" : taken > 0 ? "taken" : "held",
  taken: String(taken),
  refunded: String(refunded)
})

const requestOf = ({ path, key, body }: Received): BankRequest => {
  const [, , charge, action = "hold"] = path.split("/")
  const { reference, order, amount } = JSON.parse(body || "{}")
  return {
    kind: action as Effect["kind"],
    // The connector of the guide sends the key as a field.
    key: reference ?? key,
    ...(charge === undefined ? {} : { charge }),
    // An order is known by its price, so it needs no field of its own.
    order: String(order ?? amount),
    amount: Number(amount)
  }
}

/** The bank's own requests and answers, in JSON. */
export const ownForm: BankForm = {
  requestOf,
  viewOf,
  refused: (message) => ({ status: 422, body: { error: "refused", message } })
}
