import { createHash, createHmac } from "node:crypto"
import type { Types } from "@adyen/api-library"
import { type CardVaultPort, defineCardVault, type Scope, type VaultedCard } from "@payloom/core"
import type { AdyenConnection } from "./AdyenOptions.ts"
import { accountIn, askingAdyen } from "./adyenCalls.ts"
import { cardErrors } from "./adyenDeclines.ts"
import { encryptedCardIn, storedToken } from "./paymentMethod.ts"
import { toSdk, type Wire } from "./wire.ts"

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
 * method of its account, which charges it by the token and without the security code. Its
 * `ciphertext` is the JSON of the field's `state.data`, or of the `paymentMethod` in there. Each
 * card is of a shopper of its own, so that no payer is shown another's.
 *
 * The fingerprint is made of Adyen's alias of the card number, else of the first digits, the last
 * four and the expiry, which two cards may share. Where Adyen tells neither it is of the token: a
 * card that is saved again is another then. The brand is Adyen's, else what its field on the page
 * said.
 */
export const adyenVault = (options: AdyenVaultOptions): CardVaultPort => {
  const ask = askingAdyen(options)
  const { credentialsOf, sharedWith = [], name = "adyen" } = options
  return defineCardVault({
    store: async ({ ciphertext, scope, fingerprintKey }, { signal }) => {
      const paymentMethod = encryptedCardIn(ciphertext)
      if (paymentMethod === null) return null
      const credentials = credentialsOf(scope)
      // The same field makes the same shopper, so a card that is saved again is not another.
      const made = createHash("sha256").update(`${scope.tenant}/${scope.mode}/${ciphertext}`)
      const shopperReference = `card_${made.digest("hex").slice(0, 32)}`
      try {
        const account = accountIn(options, credentials)
        const call = { account, idempotencyKey: shopperReference, signal }
        const request: Wire<StoreRequest> = {
          merchantAccount: account.merchantAccount,
          shopperReference,
          recurringProcessingModel: "CardOnFile",
          paymentMethod
        }
        const stored = await ask<StoredMethod>(call, ({ recurring }) =>
          recurring.storedPaymentMethods(toSdk<StoreRequest>(request))
        )
        const { brand = brandSaid(paymentMethod.brand) } = stored
        const whole = brand === undefined ? await listed(ask, call, stored) : { ...stored, brand }
        const accounts = [credentials, ...sharedWith]
        return cardOf(whole, shopperReference, accounts, name, fingerprintKey)
      } catch (failure) {
        // The payer is asked to type the card in anew.
        if (Object.hasOwn(cardErrors, String(Object(failure).rawCode))) return null
        throw asError(failure)
      }
    }
  })
}

type StoreRequest = Types.checkout.StoredPaymentMethodRequest
type StoredMethod = Types.checkout.StoredPaymentMethodResource
type Stored = Wire<StoredMethod>

/** The brand as the field on the page has it; whatever else a browser sends is none. */
const brandSaid = (brand: string | undefined): string | undefined =>
  /^[a-z0-9_]{2,32}$/.exec(brand ?? "")?.[0]

/** A card that was just stored, with what Adyen tells of it in the list of its shopper's. */
const listed = async (
  ask: ReturnType<typeof askingAdyen>,
  call: Parameters<typeof ask>[0],
  stored: Stored
): Promise<Stored> => {
  const { account, idempotencyKey: shopperReference } = call
  try {
    const { storedPaymentMethods = [] } =
      await ask<Types.checkout.ListStoredPaymentMethodsResponse>(call, ({ recurring }) =>
        recurring.getTokensForStoredPaymentDetails(shopperReference, account.merchantAccount)
      )
    return { ...storedPaymentMethods.find(({ id }) => id === stored.id), ...stored }
  } catch (failure) {
    // It is kept, and can be charged: an account that may not list it has a card of no brand.
    if (Object(failure)._tag === "AccountUnavailable") return stored
    throw failure
  }
}

const asError = (failure: unknown): unknown =>
  failure instanceof Error ? failure : new Error(String(Object(failure).reason ?? failure))

const brands: ReadonlyMap<string, string> = new Map([
  ["mc", "mastercard"],
  ["cup", "unionpay"],
  ["cartebancaire", "cartes_bancaires"]
])

const cardOf = (
  { id = "", lastFour = "", brand = "unknown", expiryMonth, expiryYear, alias, cardBin }: Stored,
  shopperReference: string,
  accounts: ReadonlyArray<string>,
  provider: string,
  fingerprintKey: Uint8Array
): VaultedCard => {
  const month = Number(expiryMonth)
  const year = Number(expiryYear)
  const token = storedToken(id, shopperReference)
  const digits = cardBin && `${cardBin}.${lastFour}.${month}.${year % 100}`
  return {
    vaultReference: token,
    brand: brands.get(brand) ?? brand,
    last4: lastFour,
    expMonth: month,
    expYear: year < 100 ? 2000 + year : year,
    funding: "unknown",
    country: "ZZ",
    fingerprint: createHmac("sha256", fingerprintKey)
      .update(alias || digits || token)
      .digest("base64url"),
    tokens: accounts.map((credentials) => ({ provider, credentials, token })),
    chargeableBy: "token_accounts"
  }
}
