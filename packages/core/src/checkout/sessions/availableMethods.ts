import { Effect } from "effect"
import type { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import { Risk } from "../../providers/risk/Risk.ts"
import { couldTake } from "../../routing/chooseRoute.ts"
import { loadRoutes, type Routes } from "../../routing/loadRoutes.ts"
import { publishedConfig } from "../branding/BrandingTemplate.ts"
import { methodsIn } from "../branding/TemplateConfig.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"

/** How a session's payment is framed towards the card schemes. */
export const paymentTypeOf = ({ mode, amount }: CheckoutSessionRecord): RouteFacts["type"] =>
  amount === 0n ? "verify" : mode === "subscription" ? "subscription_initial" : "one_off"

/** What is known of a session's payment before the payer has chosen how to pay. */
const factsOf = (session: CheckoutSessionRecord, { method, type }: Choice): RouteFacts => ({
  amount: session.amount,
  currency: session.currency,
  type: paymentTypeOf(session),
  method,
  methodType: type,
  manualCapture: false,
  brand: null,
  funding: null,
  cardCountry: null,
  country: session.country
})

/** A method, and a type of it where one is meant. */
interface Choice {
  readonly method: PaymentMethod
  /** Null for the method as such. */
  readonly type: string | null
}

/** A card that is to be charged again, or only checked, must be a card. */
const takesCardsOnly = ({ mode, amount, recovers }: CheckoutSessionRecord): boolean =>
  mode === "subscription" || amount === 0n || recovers !== undefined

/** What the merchant offers in a session, in the order that its template has for the market. */
const offeredMethods = Effect.fnUntraced(function* (
  scope: Scope,
  { template, country, allowedMethods }: CheckoutSessionRecord
) {
  const { order, hidden } = methodsIn(yield* publishedConfig(scope, template), country)
  return order.filter(
    (method) =>
      !hidden.includes(method) && (allowedMethods.length === 0 || allowedMethods.includes(method))
  )
})

/** Whether the merchant offers a method in a session, and one of its kind takes it. */
export const isOffered = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  method: PaymentMethod
) {
  if (method !== "card" && takesCardsOnly(session)) return false
  return (yield* offeredMethods(scope, session)).includes(method)
})

/** Whether one of the merchant's accounts takes a type of a method, healthy or not. */
export const isTaken = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  choice: Choice
) {
  const { mids } = yield* loadRoutes(scope, session.created)
  const facts = factsOf(session, choice)
  return mids.some((mid) => couldTake(mid, facts))
})

/** The types of a method that can succeed now, of all accounts together: a wallet's, say. */
export const availableTypes = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  method: "wallet" | "apm",
  now: Millis
) {
  const { mids } = yield* loadRoutes(scope, now)
  const usable = mids.filter((mid) => couldTake(mid, factsOf(session, { method, type: null })))
  const types = usable.flatMap(
    ({ capabilities }) => (method === "wallet" ? capabilities?.wallets : capabilities?.apms) ?? []
  )
  return [...new Set(types)]
})

/**
 * Returns the methods that can succeed on these routes: offered by the merchant, taken by a
 * merchant account, and not ruled out by risk. Accounts that are not healthy count, because they
 * are tried if no other account can take the payment.
 */
export const availableMethods = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  { mids }: Pick<Routes, "mids">
) {
  const risk = yield* Risk
  if (session.endedAt !== null) return []
  const candidates = (yield* offeredMethods(scope, session)).filter(
    (method) =>
      (method === "card" || !takesCardsOnly(session)) &&
      mids.some((mid) => couldTake(mid, factsOf(session, { method, type: null })))
  )
  const available: Array<PaymentMethod> = []
  for (const method of candidates) {
    const facts = factsOf(session, { method, type: null })
    const verdict = yield* risk.assess({ scope, facts, fingerprint: null })
    if (verdict._tag === "Allow") available.push(method)
  }
  return available
})
