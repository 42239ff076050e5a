import {
  AttemptCollection,
  type CheckoutResult,
  type Payloom,
  type PaymentProvider
} from "@payloom/core"
import { Effect } from "effect"
import { everyRow } from "../../audit/everyRow.ts"
import { type Checkout, openCheckout } from "./openCheckout.ts"
import type { Shop } from "./openShop.ts"

/** Returns all attempts of a shop, oldest first. */
export const attemptsOf = (shop: Shop) =>
  shop.run(everyRow(shop.storage, shop.shop().scope, AttemptCollection))

/** Returns the id of the latest attempt. */
export const lastAttempt = async (shop: Shop): Promise<string> =>
  (await attemptsOf(shop)).at(-1)?.id ?? ""

/** Creates a session whose payer is redirected to their bank. */
export const redirectToBank = async (shop: Shop): Promise<Checkout> => {
  const checkout = await openCheckout(shop)
  await checkout.choose("sandbox_bank")
  return checkout
}

/** Makes the payer approve or refuse a waiting charge at the bank, by default the latest one. */
export const atBank = async (shop: Shop, approves: boolean, attempt?: string): Promise<void> =>
  shop.run(shop.box.bank.payerAnswers(attempt ?? (await lastAttempt(shop)), approves))

/** Simulates the payer's return from the redirect of an alternative method. */
export const returnFromRedirect = (
  checkout: Checkout,
  payloom?: Payloom
): Promise<CheckoutResult> => checkout.submit({ method: "apm", returned: true }, payloom)

/** A provider that needs the payer's return data, and answers that it settles the charge later. */
export const settlingAfterReturn =
  (resumed: Array<string>) =>
  (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    resume: ({ reference, providerReference }) =>
      Effect.sync(() => {
        resumed.push(reference)
        return { _tag: "Pending", providerReference }
      })
  })
