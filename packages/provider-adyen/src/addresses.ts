import type { Types } from "@adyen/api-library"
import type { BillingAddress, ChargeDetails } from "@payloom/core"
import { sentPostalCode, sentState } from "./sentTexts.ts"
import type { Wire } from "./wire.ts"

type Request = Wire<Types.checkout.PaymentRequest>

const notGiven = "N/A"

/** Returns true if no part of an address is known. */
const isUnknown = (address: BillingAddress): boolean =>
  Object.values(address).every((part) => part === null)

/** Returns an address in Adyen's form. Adyen requires all its parts, so unknown parts are "N/A". */
const addressOf = (address: BillingAddress) => {
  const { line1, line2, city, state, postalCode, country } = address
  const stateOrProvince = sentState(state, country)
  return {
    street: [line1, line2].filter((line) => line !== null).join(", ") || notGiven,
    houseNumberOrName: notGiven,
    city: city ?? notGiven,
    postalCode: sentPostalCode(postalCode, country) ?? notGiven,
    country: country ?? "ZZ",
    ...(stateOrProvince === null ? {} : { stateOrProvince })
  }
}

/** Returns the billing address and its country, or nothing if the address is unknown. */
export const billingOf = (
  address: BillingAddress
): Pick<Request, "billingAddress" | "countryCode"> => {
  const { country } = address
  if (isUnknown(address)) return {}
  return {
    ...(country === null ? {} : { countryCode: country }),
    billingAddress: addressOf(address)
  }
}

/** Returns the place that the order is sent to, and the recipient's telephone number. */
export const deliveryOf = (
  shipping: ChargeDetails["shipping"]
): Pick<Request, "deliveryAddress" | "telephoneNumber"> => {
  if (shipping == null) return {}
  const { name, phone, address } = shipping
  return {
    ...(phone === null ? {} : { telephoneNumber: phone }),
    ...(isUnknown(address)
      ? {}
      : { deliveryAddress: { ...addressOf(address), ...(namePartsOf(name) ?? {}) } })
  }
}

/** The most characters of each part of a name. */
const mostName = 80

/** Cuts a part of a name to Adyen's limit, and never inside of a surrogate pair. */
const sentName = (part: string): string =>
  part
    .slice(0, mostName)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim()

/**
 * Splits a name into its first names and its last name, and cuts both to Adyen's limit. Returns
 * null if the name is a single word.
 */
export const namePartsOf = (
  name: string | null
): { readonly firstName: string; readonly lastName: string } | null => {
  const [, firstName, lastName] = /^(.+)\s+(\S+)$/.exec(name?.trim() ?? "") ?? []
  return firstName === undefined || lastName === undefined
    ? null
    : { firstName: sentName(firstName), lastName: sentName(lastName) }
}
