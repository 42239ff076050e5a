/** The fields of a card, in the order in which they are filled in. */
export const cardFields = ["number", "expiry", "securityCode"] as const

/** One of the fields of a card. */
export type CardField = (typeof cardFields)[number]

/** Whether something that was posted or written names a field. */
export const isCardField = (name: unknown): name is CardField =>
  cardFields.some((field) => field === name)
