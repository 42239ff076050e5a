import { Clock, Effect } from "effect"
import type { PaymentMethod } from "../../kernel/primitives/PaymentMethod.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import {
  type MethodCapabilities,
  methodCapabilities
} from "../../providers/ProviderCapabilities.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import { Risk } from "../../providers/risk/Risk.ts"
import { couldTake, type MidState } from "../../routing/chooseRoute.ts"
import { loadRoutes, type Routes } from "../../routing/loadRoutes.ts"
import { publishedConfig } from "../branding/BrandingTemplate.ts"
import { methodsIn } from "../branding/TemplateConfig.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"

/** Returns the type of a session's payment, which the card schemes see. */
export const paymentTypeOf = ({ mode, amount }: CheckoutSessionRecord): RouteFacts["type"] =>
  amount === 0n ? "verify" : mode === "subscription" ? "subscription_initial" : "one_off"

/** The facts of a session's payment before the payer's card is known. */
export const factsBeforeChoice = (
  session: CheckoutSessionRecord,
  { method, type }: Choice
): RouteFacts => ({
  amount: session.amount,
  currency: session.currency,
  type: paymentTypeOf(session),
  method,
  methodType: type,
  manualCapture: session.captureMethod === "manual",
  ...(session.splits === undefined ? {} : { splits: session.splits.length }),
  brand: null,
  funding: null,
  cardCountry: null,
  country: session.country
})

/** A method, and optionally a type of it. */
interface Choice {
  readonly method: PaymentMethod
  /** Null for any type of the method. */
  readonly type: string | null
}

/**
 * True if only cards are possible: a saved card is charged again later, and a check needs a card.
 */
const takesCardsOnly = ({ mode, amount, recovers }: CheckoutSessionRecord): boolean =>
  mode === "subscription" || amount === 0n || recovers !== undefined

/**
 * Returns the methods that the merchant offers in a session, in the template's order for the
 * market.
 */
const offeredMethods = (
  scope: Scope,
  { template, country, allowedMethods }: CheckoutSessionRecord
) =>
  Effect.map(publishedConfig(scope, template), (config) => {
    const { order, hidden } = methodsIn(config, country)
    return order.filter(
      (method) =>
        !hidden.includes(method) && (allowedMethods.length === 0 || allowedMethods.includes(method))
    )
  })

/** True if the merchant offers a method in a session, and the session's mode allows it. */
export const isOffered = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  method: PaymentMethod
) {
  if (method !== "card" && takesCardsOnly(session)) return false
  return (yield* offeredMethods(scope, session)).includes(method)
})

/** True if one of the merchant accounts takes a type of a method, healthy or not. */
export const isTaken = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  choice: Choice
) {
  const { mids } = yield* loadRoutes(scope, session.created)
  const facts = factsBeforeChoice(session, choice)
  return mids.some((mid) => couldTake(mid, facts))
})

/**
 * Returns the types of a method that can succeed now, over all merchant accounts, such as the
 * wallets.
 */
export const availableTypes = (
  { mids }: Pick<Routes, "mids">,
  session: CheckoutSessionRecord,
  method: "wallet" | "apm"
): ReadonlyArray<string> => {
  const types = mids.flatMap((mid) =>
    typesOf(mid, method).filter((type) =>
      couldTake(mid, factsBeforeChoice(session, { method, type }))
    )
  )
  return [...new Set(types)]
}

/**
 * Returns the entries in `byMethod` of an alternative method, of all merchant accounts that could
 * take it. An entry without `reusable` has the provider's.
 */
export const entriesOf = (
  { mids }: Pick<Routes, "mids">,
  session: CheckoutSessionRecord,
  type: string
): ReadonlyArray<MethodCapabilities> =>
  mids
    .filter((mid) => couldTake(mid, factsBeforeChoice(session, { method: "apm", type })))
    .map(({ capabilities }) => ({
      reusable: capabilities?.reusable ?? false,
      ...methodCapabilities(capabilities?.byMethod, type)
    }))

/** Returns the wallets or alternative methods of an account's provider. */
const typesOf = ({ capabilities }: MidState, method: PaymentMethod): ReadonlyArray<string> =>
  (method === "wallet" ? capabilities?.wallets : capabilities?.apms) ?? []

/**
 * True if a merchant account takes a method, with any of its types. Types differ in capabilities.
 */
const takes = (mid: MidState, session: CheckoutSessionRecord, method: PaymentMethod): boolean =>
  method === "card"
    ? couldTake(mid, factsBeforeChoice(session, { method, type: null }))
    : typesOf(mid, method).some((type) =>
        couldTake(mid, factsBeforeChoice(session, { method, type }))
      )

/** Returns the methods that the merchant offers in a session, and that an account takes. */
const takenMethods = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  { mids }: Pick<Routes, "mids">
) {
  return (yield* offeredMethods(scope, session)).filter(
    (method) =>
      (method === "card" || !takesCardsOnly(session)) &&
      mids.some((mid) => takes(mid, session, method))
  )
})

/**
 * True if the payer of a session has a method left to try. Risk is not asked, because it decides by
 * the payment.
 */
export const hasMethod = Effect.fnUntraced(function* ({
  scope,
  row
}: Pick<Stored<CheckoutSessionRecord>, "scope" | "row">) {
  const routes = yield* loadRoutes(scope, yield* Clock.currentTimeMillis)
  return (yield* takenMethods(scope, row, routes)).length > 0
})

/**
 * Returns the methods that can succeed on these routes: offered by the merchant, taken by a
 * merchant account, and not ruled out by risk. Accounts that are not healthy count, because they
 * are tried if no other account can take the payment.
 */
export const availableMethods = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord,
  routes: Pick<Routes, "mids">
) {
  const risk = yield* Risk
  if (session.endedAt !== null) return []
  const available: Array<PaymentMethod> = []
  for (const method of yield* takenMethods(scope, session, routes)) {
    const facts = factsBeforeChoice(session, { method, type: null })
    const verdict = yield* risk.assess({ scope, facts, fingerprint: null })
    if (verdict._tag === "Allow") available.push(method)
  }
  return available
})
