import type { CardField } from "./CardField.ts"

/**
 * What the page asks of a frame with card fields. Nothing in it is secret: the frame has no origin
 * of its own that it could be addressed to.
 */
export type CardFieldsRequest =
  /** Check what was typed and encrypt it; the answer bears the same number. */
  | { readonly payloom: "card-fields"; readonly type: "encrypt"; readonly request: number }
  /** Beside it comes a port, and at its other end is the frame of this field. */
  | { readonly payloom: "card-fields"; readonly type: "connect"; readonly field: CardField }
  /** The payer is to type here: in the first field where none is named. */
  | { readonly payloom: "card-fields"; readonly type: "focus"; readonly field?: CardField }
  /** The card was declined by this code, which is about one field: show it there. */
  | { readonly payloom: "card-fields"; readonly type: "declined"; readonly code: string }

/** What a frame tells the page: never a digit of the card. */
export type CardFieldsMessage =
  | { readonly payloom: "card-fields"; readonly type: "ready" }
  | { readonly payloom: "card-fields"; readonly type: "resized"; readonly height: number }
  | {
      readonly payloom: "card-fields"
      readonly type: "changed"
      readonly brand: string
      /** Of the fields in this frame. */
      readonly isComplete: boolean
    }
  /** The frame shows that something is wrong, or no longer. */
  | { readonly payloom: "card-fields"; readonly type: "marked"; readonly isWrong: boolean }
  /** The payer has filled the last field of the frame in, and may go on to the next one. */
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
      /** Null where the fields hold no card; the frames then show what is wrong. */
      readonly ciphertext: string | null
      /** The first field that is wrong. */
      readonly wrong: CardField | null
    }

/** Whether some posted data is of this protocol. */
export const isOurs = (data: unknown): data is CardFieldsMessage | CardFieldsRequest =>
  typeof data === "object" && data !== null && "payloom" in data && data.payloom === "card-fields"
