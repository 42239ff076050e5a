import type { CardField } from "./CardField.ts"

/**
 * A message from the page to a frame with card fields. Nothing in it is secret, because the frame
 * has no origin of its own that a message could be addressed to.
 */
export type CardFieldsRequest =
  /** Checks and encrypts the card. The answer has the same number. */
  | { readonly payloom: "card-fields"; readonly type: "encrypt"; readonly request: number }
  /** Comes with a port. The frame of `field` is at the port's other end. */
  | { readonly payloom: "card-fields"; readonly type: "connect"; readonly field: CardField }
  /** Moves the focus to a field, or to the first one if none is named. */
  | { readonly payloom: "card-fields"; readonly type: "focus"; readonly field?: CardField }
  /** Shows a decline, by its code, at the field that the code is about. */
  | { readonly payloom: "card-fields"; readonly type: "declined"; readonly code: string }

/** A message from a frame to the page. It never has a digit of the card. */
export type CardFieldsMessage =
  | { readonly payloom: "card-fields"; readonly type: "ready" }
  | { readonly payloom: "card-fields"; readonly type: "resized"; readonly height: number }
  | {
      readonly payloom: "card-fields"
      readonly type: "changed"
      readonly brand: string
      /** True if the fields of this frame are complete. */
      readonly isComplete: boolean
    }
  /** The frame shows a mistake, or no longer does. */
  | { readonly payloom: "card-fields"; readonly type: "marked"; readonly isWrong: boolean }
  /** The payer has filled in the last field of the frame, and can continue with the next one. */
  | { readonly payloom: "card-fields"; readonly type: "filled" }
  /** The payer pressed Backspace in the first field of the frame, which is empty. */
  | { readonly payloom: "card-fields"; readonly type: "back" }
  /** The payer pressed Enter in a field. */
  | { readonly payloom: "card-fields"; readonly type: "submitted" }
  | {
      readonly payloom: "card-fields"
      readonly type: "encrypted"
      readonly request: number
      readonly brand: string
      /**
       * The encrypted card, or null if the fields hold no card. The frames then show what is wrong.
       */
      readonly ciphertext: string | null
      /** The first field that is wrong. */
      readonly wrong: CardField | null
    }

/** Returns true if the data of a message belongs to this protocol. */
export const isOurs = (data: unknown): data is CardFieldsMessage | CardFieldsRequest =>
  typeof data === "object" && data !== null && "payloom" in data && data.payloom === "card-fields"
