import {
  AttemptCollection,
  type CheckoutResult,
  type Payloom,
  type PaymentProvider
} from "@payloom/core"
import { Effect } from "effect"
import { everyRow } from "../../audit/everyRow.ts"
import type { Checkout } from "./openCheckout.ts"
import type { Shop } from "./openShop.ts"

/** All attempts of a shop, oldest first. */
export const attemptsOf = (shop: Shop) =>
  shop.run(everyRow(shop.storage, shop.shop().scope, AttemptCollection))

/** The id of the attempt that was made last. */
export const lastAttempt = async (shop: Shop): Promise<string> =>
  (await attemptsOf(shop)).at(-1)?.id ?? ""

/** At the bank, the payer approves or refuses a charge that waits for them: the last one. */
export const atBank = async (shop: Shop, approves: boolean, attempt?: string): Promise<void> =>
  shop.run(shop.box.bank.payerAnswers(attempt ?? (await lastAttempt(shop)), approves))

/** The payer is back from where an alternative method sent them. */
export const returnFromRedirect = (
  checkout: Checkout,
  payloom?: Payloom
): Promise<CheckoutResult> => checkout.submit({ method: "apm", returned: true }, payloom)

/** A provider that wants to hear of returns, and answers that it will settle the charge later. */
export const tellingReturns =
  (told: Array<string>) =>
  (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    resume: ({ reference, providerReference }) =>
      Effect.sync(() => {
        told.push(reference)
        return { _tag: "Pending", providerReference }
      })
  })
