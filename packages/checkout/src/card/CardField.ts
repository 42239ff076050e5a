/** The fields of a card, in the order in which a payer fills them in. */
export const cardFields = ["number", "expiry", "securityCode"] as const

/** One of the fields of a card. */
export type CardField = (typeof cardFields)[number]

/** Returns true if a value from a message or an address names a field. */
export const isCardField = (name: unknown): name is CardField =>
  cardFields.some((field) => field === name)
