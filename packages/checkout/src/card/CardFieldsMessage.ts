/**
 * What the page asks of the frame with the card fields. Nothing in it is secret: the frame has no
 * origin of its own that it could be addressed to.
 */
export type CardFieldsRequest =
  /** Check what was typed and encrypt it; the answer bears the same number. */
  { readonly payloom: "card-fields"; readonly type: "encrypt"; readonly request: number }

/** What the frame tells the page: never a digit of the card. */
export type CardFieldsMessage =
  | { readonly payloom: "card-fields"; readonly type: "ready" }
  | { readonly payloom: "card-fields"; readonly type: "resized"; readonly height: number }
  | {
      readonly payloom: "card-fields"
      readonly type: "changed"
      readonly brand: string
      readonly isComplete: boolean
    }
  /** The payer pressed Enter in a field. */
  | { readonly payloom: "card-fields"; readonly type: "submitted" }
  | {
      readonly payloom: "card-fields"
      readonly type: "encrypted"
      readonly request: number
      readonly brand: string
      /** Null where the fields hold no card; the frame then shows what is wrong. */
      readonly ciphertext: string | null
    }

/** Whether some posted data is of this protocol. */
export const isOurs = (data: unknown): data is CardFieldsMessage | CardFieldsRequest =>
  typeof data === "object" && data !== null && "payloom" in data && data.payloom === "card-fields"
