import {
  type ChargeFound,
  type ChargeLookup,
  type ChargeQuery,
  type Fields,
  fieldsIn,
  isFields,
  type ModificationLookup,
  type ModificationQuery
} from "@payloom/core"
import { moneyIn } from "../../amounts.ts"
import { at, listAt, textOf } from "../../fields.ts"
import type { RawAnswer } from "../../library/PrismLibrary.ts"
import { unavailable } from "../../lookups.ts"
import type { Ask } from "../../Processor.ts"

/** Looks a charge up by the list of payments under its reference. */
export const lookUpCheckout = async (ask: Ask, query: ChargeQuery): Promise<ChargeLookup> => {
  const found = await paymentsUnder(ask, query.reference)
  if (found === null) return unavailable("The list of payments can't be read.")
  const [first, ...more] = found.filter(({ reference }) => reference === query.reference)
  if (first === undefined) return { _tag: "Absent" }
  if (more.length > 0) return unavailable("There are several payments under this reference.")
  const id = textOf(first.id)
  const details = id === null ? null : jsonIn(await ask(`payments/${encodeURIComponent(id)}`))
  if (id === null || details === null) return unavailable("The payment can't be read.")
  const code = details.status === "Declined" ? await declineCode(ask, id) : null
  return foundIn(details, id, query, code)
}

/** Looks a capture, void or refund up by the actions of its payment. */
export const lookUpCheckoutAction = async (
  ask: Ask,
  { kind, reference, providerReference, charge }: ModificationQuery
): Promise<ModificationLookup> => {
  const actions = await actionsOf(ask, charge.providerReference)
  if (actions === null) return unavailable("The payment's actions can't be read.")
  const types: Partial<Record<ModificationQuery["kind"], string>> = {
    capture: "Capture",
    void: "Void",
    refund: "Refund"
  }
  const action = actions.find(
    (each) =>
      each.type === types[kind] && (each.reference === reference || each.id === providerReference)
  )
  const id = textOf(action?.id)
  if (action === undefined || id === null) return { _tag: "Absent" }
  if (action.approved === true) {
    return { _tag: "Found", state: "succeeded", providerReference: id, rawCode: null }
  }
  const rawCode = textOf(action.response_code)
  return action.approved === false && rawCode !== null
    ? { _tag: "Found", state: "failed", providerReference: id, rawCode }
    : { _tag: "Found", state: "pending", providerReference: id, rawCode: null }
}

const jsonIn = ({ status, body }: RawAnswer): Fields | null =>
  status === 200 ? fieldsIn(body) : null

const paymentsUnder = async (
  ask: Ask,
  reference: string
): Promise<ReadonlyArray<Fields> | null> => {
  const query = new URLSearchParams({ limit: "10", skip: "0", reference })
  const body = jsonIn(await ask(`payments?${query}`))
  return body === null || !Array.isArray(body.data) ? null : body.data.filter(isFields)
}

const actionsOf = async (ask: Ask, id: string): Promise<ReadonlyArray<Fields> | null> => {
  const { status, body } = await ask(`payments/${encodeURIComponent(id)}/actions`)
  if (status !== 200) return null
  const actions = listAt(fieldsIn(`{"list":${body}}`), "list")
  return actions.length === 0 ? null : actions.filter(isFields)
}

const declineCode = async (ask: Ask, id: string): Promise<string | null> => {
  const actions = (await actionsOf(ask, id)) ?? []
  return textOf(actions.find(({ approved }) => approved === false)?.response_code)
}

/** Returns a payment as the engine reads it. */
const foundIn = (
  details: Fields,
  providerReference: string,
  query: ChargeQuery,
  declinedAs: string | null
): ChargeLookup => {
  const { total_authorized: held, total_captured: captured } = at(details, "balances")
  // A payment may be authorized for less than was requested.
  const authorized = typeof held === "number" && held > 0 ? held : details.amount
  const money = moneyIn(authorized, details.currency)
  const state = stateIn(details, query)
  if (money === null || state === null) {
    return unavailable(`The payment's state ${details.status} can't be read.`)
  }
  const taken = moneyIn(captured, details.currency)
  const isDeclined = state === "declined"
  return {
    _tag: "Found",
    ...money,
    providerReference,
    state,
    rawCode: isDeclined ? (declinedAs ?? String(details.status).toLowerCase()) : null,
    networkReference: textOf(details.scheme_id),
    ...(taken === null ? {} : { amountCaptured: taken.amount })
  }
}

const stateIn = (details: Fields, query: ChargeQuery): ChargeFound["state"] | null => {
  switch (details.status) {
    case "Pending":
      return textOf(at(details, "_links", "redirect").href) === null ? "pending" : "requires_action"
    case "Authorized":
      // Checkout.com captures by itself soon afterwards.
      return query.capture ? "pending" : "authorized"
    case "Card Verified":
    case "Captured":
    case "Partially Captured":
    case "Partially Refunded":
    case "Paid":
      return "captured"
    case "Refunded":
      return "refunded"
    case "Voided":
      return "voided"
    case "Expired":
      return details.approved === true ? "expired" : "declined"
    case "Declined":
    case "Canceled":
      return "declined"
    default:
      return null
  }
}
