import { createHash, createHmac } from "node:crypto"
import type { Types } from "@adyen/api-library"
import { type CardVaultPort, defineCardVault, type Scope, type VaultedCard } from "@payloom/core"
import type { AdyenConnection } from "./AdyenOptions.ts"
import { askingAdyen } from "./adyenCalls.ts"
import { encryptedCardIn, storedToken } from "./paymentMethod.ts"
import type { Wire } from "./wire.ts"

/** Where the cards are kept that the vault is given. */
export interface AdyenVaultOptions extends AdyenConnection {
  /** The `credentials` of the account that keeps a merchant's cards, as its MIDs have them. */
  readonly credentialsOf: (scope: Scope) => string
  /**
   * Other accounts that can charge these cards: `credentials` of merchant accounts that share their
   * tokens with it at Adyen. None unless told.
   */
  readonly sharedWith?: ReadonlyArray<string>
  /** What the connector was named: `adyen` unless told. */
  readonly name?: string
}

/**
 * A vault whose cards Adyen keeps: what Adyen Web's card field hands out becomes a stored payment
 * method of its account, which charges it by the token. Its `ciphertext` is the JSON of the field's
 * `state.data`, or of the `paymentMethod` in there. Each card is of a shopper of its own, so that
 * no payer is shown another's.
 *
 * The fingerprint is made of Adyen's alias of the card number, where the account is told it. Else
 * it is of the first digits, the last four and the expiry: two cards may then have the same.
 */
export const adyenVault = (options: AdyenVaultOptions): CardVaultPort => {
  const ask = askingAdyen(options)
  const { credentialsOf, sharedWith = [], name = "adyen", accountOf } = options
  return defineCardVault({
    store: async ({ ciphertext, scope, fingerprintKey }, { signal }) => {
      const card = encryptedCardIn(ciphertext)
      if (card === null) return null
      const credentials = credentialsOf(scope)
      // The same field makes the same shopper, so a card that is saved again is not another.
      const made = createHash("sha256").update(`${scope.tenant}/${scope.mode}/${ciphertext}`)
      const shopperReference = `card_${made.digest("hex").slice(0, 32)}`
      try {
        const stored = await ask<Types.checkout.StoredPaymentMethodResource>(
          { credentials, idempotencyKey: shopperReference, signal },
          ({ recurring }) =>
            recurring.storedPaymentMethods({
              merchantAccount: accountOf(credentials).merchantAccount,
              shopperReference,
              // The SDK's enumeration, without loading its module for three words.
              recurringProcessingModel: "CardOnFile" as never,
              paymentMethod: card
            })
        )
        const accounts = [credentials, ...sharedWith]
        return cardOf(stored, shopperReference, accounts, name, fingerprintKey)
      } catch (failure) {
        if (cardErrors.has(Object(failure).rawCode)) return null
        throw asError(failure)
      }
    }
  })
}

/** Errors of the details themselves: the payer is asked to type the card in anew. */
const cardErrors: ReadonlySet<unknown> = new Set(
  "101 102 103 129 140 141 172 173 174 175".split(" ")
)

const asError = (failure: unknown): unknown =>
  failure instanceof Error ? failure : new Error(String(Object(failure).reason ?? failure))

const brands: Readonly<Record<string, string>> = {
  mc: "mastercard",
  cup: "unionpay",
  cartebancaire: "cartes_bancaires"
}

const cardOf = (
  stored: Wire<Types.checkout.StoredPaymentMethodResource>,
  shopperReference: string,
  accounts: ReadonlyArray<string>,
  provider: string,
  fingerprintKey: Uint8Array
): VaultedCard => {
  const {
    id = "",
    alias,
    cardBin = "",
    lastFour = "",
    brand = "",
    expiryMonth,
    expiryYear
  } = stored
  const month = Number(expiryMonth)
  const year = Number(expiryYear)
  const token = storedToken(id, shopperReference)
  const number = alias ?? `${brand}.${cardBin}.${lastFour}.${month}.${year}`
  return {
    vaultReference: token,
    brand: brands[brand] ?? (brand || "unknown"),
    last4: lastFour,
    expMonth: month,
    expYear: year < 100 ? 2000 + year : year,
    funding: "unknown",
    country: "ZZ",
    fingerprint: createHmac("sha256", fingerprintKey).update(number).digest("base64url"),
    tokens: accounts.map((credentials) => ({ provider, credentials, token })),
    chargeableBy: "token_accounts"
  }
}
