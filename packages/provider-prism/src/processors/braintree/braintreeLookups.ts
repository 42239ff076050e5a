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
import { at, listAt } from "../../fields.ts"
import { foundCharge, unavailable } from "../../lookups.ts"
import type { Ask } from "../../Processor.ts"
import {
  failedStates,
  moneyIn,
  refundIn,
  refusedIn,
  takenStates,
  transactionFields
} from "./braintreePayments.ts"

const searchQuery =
  "query ($input: TransactionSearchInput!) { search { transactions(input: $input) { edges { " +
  `node { ${transactionFields} } } pageInfo { hasNextPage } } } }`

/** Returns the transactions that a search finds, or null if the answer can't be read. */
const found = async (ask: Ask, input: Fields): Promise<ReadonlyArray<Fields> | null> => {
  const body = JSON.stringify({ query: searchQuery, variables: { input } })
  const answer = await ask("graphql", { body })
  const json = fieldsIn(answer.body)
  const list = at(json, "data", "search", "transactions")
  if (answer.status !== 200 || json === null || listAt(json, "errors").length > 0) return null
  if (!Array.isArray(list.edges) || at(list, "pageInfo").hasNextPage === true) return null
  return list.edges.map((edge) => at(edge, "node"))
}

/** Looks a charge up by its order id. */
export const lookUpBraintree = async (
  ask: Ask,
  { reference }: ChargeQuery
): Promise<ChargeLookup> => {
  const transactions = await found(ask, { orderId: { is: reference } })
  if (transactions === null) return unavailable("The search can't be read.")
  const [transaction, ...more] = transactions.filter(({ orderId }) => orderId === reference)
  if (transaction === undefined) return { _tag: "Absent" }
  if (more.length > 0) return unavailable("There are several transactions under this reference.")
  return chargeIn(transaction) ?? unavailable(`The state ${transaction.status} can't be read.`)
}

const chargeIn = (transaction: Fields): ChargeFound | null =>
  foundCharge({
    id: transaction.id,
    state: stateIn(transaction),
    money: moneyIn(transaction.amount),
    refused: () => refusedIn(transaction)
  })

const stateIn = (transaction: Fields): ChargeFound["state"] | null => {
  const { status } = transaction
  if (status === "AUTHORIZING") return "pending"
  if (status === "AUTHORIZED") return "authorized"
  if (status === "VOIDED") return "voided"
  if (failedStates.has(status)) return "declined"
  if (!takenStates.has(status)) return null
  const refunded = listAt(transaction, "refunds")
    .filter(isFields)
    .filter((refund) => !failedStates.has(refund.status))
    .reduce((sum, refund) => sum + (moneyIn(refund.amount)?.amount ?? 0n), 0n)
  return refunded > 0n && refunded === moneyIn(transaction.amount)?.amount ? "refunded" : "captured"
}

/** Looks a refund up among the refunds of its transaction. */
export const lookUpBraintreeRefund = async (
  ask: Ask,
  { kind, reference, providerReference, charge }: ModificationQuery
): Promise<ModificationLookup> => {
  if (kind !== "refund") return { _tag: "Absent" }
  const [transaction] = (await found(ask, { id: { is: charge.providerReference } })) ?? []
  if (transaction === undefined) return unavailable("The transaction can't be read.")
  const refund = listAt(transaction, "refunds")
    .filter(isFields)
    .find(({ id, orderId }) => orderId === reference || id === providerReference)
  return refund === undefined ? { _tag: "Absent" } : refundIn(refund)
}
