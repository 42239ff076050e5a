/** The owner of a customer: a user or an organization of better-auth. */
export interface Owner {
  /** The kind of the owner. */
  readonly kind: "organization" | "user"
  /** The id in better-auth's database. */
  readonly id: string
}

const kinds: ReadonlyArray<Owner["kind"]> = ["organization", "user"]

/**
 * Ids of digits only can look like card numbers, which the engine refuses. They are written in
 * groups of eight after `number:`, with an `x` between them.
 */
const looksLikeCard = /^\d{12,}$/

const grouped = /^number:\d{8}(?:x\d{1,8})+$/

/** Returns the text of an owner's id that the engine stores. */
export const storedId = (id: string): string =>
  looksLikeCard.test(id) ? `number:${(id.match(/\d{1,8}/g) ?? []).join("x")}` : id

/**
 * Returns the reference of an owner's customer, such as `user:4XyQ…`. It is the same in test and in
 * live mode, whose customers are apart anyway.
 */
export const referenceOf = ({ kind, id }: Owner): string => `${kind}:${storedId(id)}`

/** Returns the owner of a customer by its reference. Null if the plugin didn't create it. */
export const ownerOf = (customer: { readonly reference: string | null }): Owner | null => {
  const { reference } = customer
  const kind = kinds.find((one) => reference?.startsWith(`${one}:`))
  if (kind === undefined || reference === null) return null
  const id = reference.slice(kind.length + 1)
  if (id === "") return null
  return { kind, id: grouped.test(id) ? id.replace("number:", "").replaceAll("x", "") : id }
}
