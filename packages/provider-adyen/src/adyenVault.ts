import { createHash, createHmac } from "node:crypto"
import type { Types } from "@adyen/api-library"
import { type CardVaultPort, defineCardVault, type Scope, type VaultedCard } from "@payloom/core"
import type { AdyenConnection } from "./AdyenOptions.ts"
import { accountIn, askingAdyen } from "./adyenCalls.ts"
import { cardErrors } from "./adyenDeclines.ts"
import { brandNamed } from "./cardBrands.ts"
import { storedToken } from "./paymentMethod.ts"
import { encryptedCardIn } from "./wallets.ts"
import { toSdk, type Wire } from "./wire.ts"

/** The options of the vault at Adyen. */
export interface AdyenVaultOptions extends AdyenConnection {
  /**
   * Returns the `credentials` of the account that keeps a merchant's cards, as its MIDs have them.
   */
  readonly credentialsOf: (scope: Scope) => string
  /**
   * Other accounts that can charge these cards: the `credentials` of merchant accounts that share
   * their tokens with the keeping account at Adyen. There are none by default.
   */
  readonly sharedWith?: ReadonlyArray<string>
  /** The connector's name. The default is `adyen`. */
  readonly name?: string
}

/**
 * Creates a vault whose cards Adyen keeps. It stores the output of Adyen Web's card field as a
 * stored payment method of the account. The account charges the card by its token, without the
 * security code. The `ciphertext` is the JSON of the field's `state.data`, or of the
 * `paymentMethod` in it. Each card gets a shopper of its own, so that no payer is shown another
 * payer's card.
 *
 * The fingerprint is made of Adyen's alias of the card number. Without an alias it is made of the
 * first digits, the last four digits and the expiry date, which two cards may share. If Adyen
 * reports neither, it is made of the token. A card that is saved twice then has two fingerprints.
 * The brand is Adyen's, or the brand that the field on the page reported.
 */
export const adyenVault = (options: AdyenVaultOptions): CardVaultPort => {
  const ask = askingAdyen(options)
  const { credentialsOf, sharedWith = [], name = "adyen" } = options
  return defineCardVault({
    store: async ({ ciphertext, scope, fingerprintKey }, { signal }) => {
      const paymentMethod = encryptedCardIn(ciphertext)
      if (paymentMethod === null) return null
      const credentials = credentialsOf(scope)
      // The same output makes the same shopper, so saving it again doesn't create another card.
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
        // Returning null asks the payer to type the card in again.
        if (Object.hasOwn(cardErrors, String(Object(failure).rawCode))) return null
        throw asError(failure)
      }
    }
  })
}

type StoreRequest = Types.checkout.StoredPaymentMethodRequest
type StoredMethod = Types.checkout.StoredPaymentMethodResource
type Stored = Wire<StoredMethod>

/**
 * Returns the brand that the field on the page reported, or nothing if the value has no brand's
 * form.
 */
const brandSaid = (brand: string | undefined): string | undefined =>
  /^[a-z0-9_]{2,32}$/.exec(brand ?? "")?.[0]

/** Returns a card that was just stored, with its details from the list of its shopper's cards. */
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
    // The card is stored and can be charged. If the account may not list cards, its brand stays
    // unknown.
    if (Object(failure)._tag === "AccountUnavailable") return stored
    throw failure
  }
}

const asError = (failure: unknown): unknown =>
  failure instanceof Error ? failure : new Error(String(Object(failure).reason ?? failure))

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
    brand: brandNamed(brand),
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
