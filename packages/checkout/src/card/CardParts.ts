import type { CardField } from "./CardField.ts"

/** A field whose frame sends its digits to the frame of the number, which encrypts them. */
export type CardPart = Exclude<CardField, "number">

/**
 * A message from the number's frame to another field's frame, through a port. It has no digit of
 * the number.
 */
export type PartQuestion =
  /** The brand that the number begins like. The length of a security code depends on it. */
  | { readonly type: "brand"; readonly brand: string }
  /** Asks for the digits. The frame also shows what is wrong. */
  | { readonly type: "read"; readonly request: number; readonly brand: string }

/** The answer through the port. */
export interface PartAnswer {
  readonly type: "value"
  readonly request: number
  /** The digits, or null if they are wrong. */
  readonly value: string | null
}

/** Parses a message from the number's frame. Returns null if it is invalid. */
export const readQuestion = (data: unknown): PartQuestion | null => {
  const { type, brand, request } = fieldsOf(data)
  if (typeof brand !== "string" || !/^[a-z]{1,20}$/.test(brand)) return null
  if (type === "brand") return { type, brand }
  return type === "read" && isCount(request) ? { type, request, brand } : null
}

/** Parses an answer. Returns null if it is invalid. */
export const readAnswer = (data: unknown): PartAnswer | null => {
  const { type, request, value } = fieldsOf(data)
  if (type !== "value" || !isCount(request)) return null
  if (value === null) return { type, request, value }
  return typeof value === "string" && /^\d{3,4}$/.test(value) ? { type, request, value } : null
}

const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === "object" && data !== null ? { ...data } : {}

const isCount = (count: unknown): count is number => Number.isSafeInteger(count)

/** The other fields of a card, from the view of the number's frame. */
export class CardParts {
  readonly #ports = new Map<CardPart, MessagePort>()
  readonly #waiting = new Map<number, { part: CardPart; end: (value: string | null) => void }>()
  #requests = 0
  #brand = "unknown"

  /**
   * Takes the port of a field. If a field is put on the page again, its new port replaces the
   * first. A wrong port can spoil the payment, but learns nothing, because no digit is ever sent
   * from here.
   */
  connect(field: CardField, port: MessagePort): void {
    if (field === "number") {
      port.close()
      return
    }
    this.#ports.get(field)?.close()
    this.#ports.set(field, port)
    for (const [request, { part }] of this.#waiting) if (part === field) this.#end(request, null)
    port.onmessage = ({ data }) => {
      const answer = readAnswer(data)
      if (answer === null || this.#waiting.get(answer.request)?.part !== field) return
      this.#end(answer.request, answer.value)
    }
    post(port, { type: "brand", brand: this.#brand })
  }

  /** Sends the brand of the number to the other fields. */
  tell(brand: string): void {
    if (brand === this.#brand) return
    this.#brand = brand
    for (const port of this.#ports.values()) post(port, { type: "brand", brand })
  }

  /**
   * Returns the digits of the other fields. A field that is wrong or missing is null. A wrong field
   * shows its mistake.
   */
  async read(): Promise<Readonly<Record<CardPart, string | null>>> {
    const [expiry, securityCode] = await Promise.all([
      this.#ask("expiry"),
      this.#ask("securityCode")
    ])
    return { expiry, securityCode }
  }

  #ask(part: CardPart): Promise<string | null> {
    const port = this.#ports.get(part)
    if (port === undefined) return Promise.resolve(null)
    const request = ++this.#requests
    return new Promise((end) => {
      this.#waiting.set(request, { part, end })
      post(port, { type: "read", request, brand: this.#brand })
    })
  }

  #end(request: number, value: string | null): void {
    this.#waiting.get(request)?.end(value)
    this.#waiting.delete(request)
  }
}

const post = (port: MessagePort, question: PartQuestion): void => port.postMessage(question)

/** The answers of a field's frame to the number's frame. */
export interface PartAnswers {
  readonly onBrand: (brand: string) => void
  /** Returns the digits, or null if they are wrong. Then the mistake is shown. */
  readonly read: () => string | null
}

/**
 * Answers the number's frame through the first port that arrives, and closes all others. So a
 * script that gets into the page later can't ask for the digits.
 */
export const answerOnce = ({ onBrand, read }: PartAnswers) => {
  let first: MessagePort | null = null
  return (field: CardField, port: MessagePort): void => {
    if (field !== "number" || first !== null) {
      port.close()
      return
    }
    first = port
    port.onmessage = ({ data }) => {
      const question = readQuestion(data)
      if (question === null) return
      onBrand(question.brand)
      if (question.type === "brand") return
      const answer: PartAnswer = { type: "value", request: question.request, value: read() }
      port.postMessage(answer)
    }
  }
}
