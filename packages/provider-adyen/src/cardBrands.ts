/** The engine's names of card brands, by Adyen's, if the two differ. */
const brands: ReadonlyMap<string, string> = new Map([
  ["mc", "mastercard"],
  ["cup", "unionpay"],
  ["cartebancaire", "cartes_bancaires"]
])

/** Returns the engine's name of a card brand. */
export const brandNamed = (brand: string): string => brands.get(brand) ?? brand
