import { Schema } from "effect"
import { refusedAs } from "./RefusalCode.ts"

/** An ISO 3166-1 alpha-2 code from outside, in capitals or small letters. */
export const CountryCode = Schema.String.check(
  Schema.isPattern(
    /^[A-Za-z]{2}$/,
    refusedAs("parameter_invalid", "a two-letter country code, such as DE")
  )
)

/**
 * Puts a country code in capitals. Every code from outside is converted before it is stored,
 * because routing rules, markets and providers compare codes in capitals.
 */
export const countryInCapitals = (code: string): string => code.toUpperCase()

/** Puts the country of an address in capitals, if there is one. */
export const withCountryInCapitals = <A extends { readonly country?: string | null }>(
  address: A
): A =>
  typeof address.country === "string"
    ? { ...address, country: countryInCapitals(address.country) }
    : address
