import { encodedPart, joinedParts } from "./joinedParts.ts"

/** The filters with few values each. They share one index, so any of them together is one scan. */
export const facetNames = ["status", "currency", "method", "brand", "mid", "declineCode"] as const

/** The name of a facet. */
type FacetName = (typeof facetNames)[number]

/** The facets of a payment. */
export type Facets = { readonly [Name in FacetName]: string | null }

/** The requested values of some facets. */
export type FacetFilter = { readonly [Name in FacetName]?: ReadonlyArray<string> }

/** Returns the index value of a payment's facets. */
export const facetsOf = (payment: Facets): string =>
  joinedParts(...facetNames.map((name) => payment[name]))

/** Returns a test of index values: true if the facets have one of the values of each filter. */
export const facetTest = (filter: FacetFilter): ((facets: string) => boolean) => {
  const wanted = facetNames.map((name) => {
    const values = filter[name]
    return values === undefined ? null : new Set(values.map(encodedPart))
  })
  return (facets) => {
    const values = facets.split("|")
    return wanted.every((set, at) => set === null || set.has(values[at] ?? ""))
  }
}
