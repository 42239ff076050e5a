/** A processor that the library knows and the connector doesn't offer. */
export interface NotOffered {
  readonly title: string
  /** The reason, in words of the processor's documents or of the library's code. */
  readonly because: string
}

const unsafeRelay =
  "It signs the whole body, with the card's number in it. A relay puts the number in after the " +
  "signature was made, so a card of your vault can't be charged"

/** The processors that were examined, and are not offered. */
export const notOffered: ReadonlyArray<NotOffered> = [
  {
    title: "dLocal",
    because:
      `${unsafeRelay}. For its own saved cards dLocal requires the payer's document in all ` +
      "countries but two (its country reference of October 2021), and a charge of a card has " +
      "none. Its page about finding a refund by our reference was not readable."
  },
  { title: "Fiserv (Commerce Hub)", because: `${unsafeRelay}.` },
  { title: "Razorpay", because: "Version 0.4.0 of the library has no configuration for it." }
]
