import type { CardField } from "./CardField.ts"

/** A field whose frame hands what was typed to the frame of the number, which encrypts. */
export type CardPart = Exclude<CardField, "number">

/** What the number's frame says to another one, through a port: nothing of the number. */
export type PartQuestion =
  /** The number begins like one of this brand: how long a security code is depends on it. */
  | { readonly type: "brand"; readonly brand: string }
  /** Show what is wrong, and answer with what was typed. */
  | { readonly type: "read"; readonly request: number; readonly brand: string }

/** What comes back through the port. */
export interface PartAnswer {
  readonly type: "value"
  readonly request: number
  /** Digits, or null where something is wrong with them. */
  readonly value: string | null
}

/** Reads what came through a port, or null for everything that is no question. */
export const readQuestion = (data: unknown): PartQuestion | null => {
  const { type, brand, request } = fieldsOf(data)
  if (typeof brand !== "string" || !/^[a-z]{1,20}$/.test(brand)) return null
  if (type === "brand") return { type, brand }
  return type === "read" && isCount(request) ? { type, request, brand } : null
}

/** Reads what came back, or null for everything that is no answer. */
export const readAnswer = (data: unknown): PartAnswer | null => {
  const { type, request, value } = fieldsOf(data)
  if (type !== "value" || !isCount(request)) return null
  if (value === null) return { type, request, value }
  return typeof value === "string" && /^\d{3,4}$/.test(value) ? { type, request, value } : null
}

const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === "object" && data !== null ? { ...data } : {}

const isCount = (count: unknown): count is number => Number.isSafeInteger(count)

/** The other fields of a card, as the frame of its number knows them. */
export class CardParts {
  readonly #ports = new Map<CardPart, MessagePort>()
  readonly #waiting = new Map<number, { part: CardPart; end: (value: string | null) => void }>()
  #requests = 0
  #brand = "unknown"

  /**
   * Takes the port of a field. A field that was put there anew comes with another port, which takes
   * the place of the first: whoever hands a wrong one in spoils the payment, but learns nothing, as
   * nothing of the card is ever sent from here.
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

  /** Tells the others how the number begins. */
  tell(brand: string): void {
    if (brand === this.#brand) return
    this.#brand = brand
    for (const port of this.#ports.values()) post(port, { type: "brand", brand })
  }

  /** What the others hold, or null for those that are wrong, which then say so, or aren't there. */
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

/** What the frame of a part does when the number's asks. */
export interface PartAnswers {
  readonly onBrand: (brand: string) => void
  /** What was typed, in digits, or null where it is wrong, which is then shown. */
  readonly read: () => string | null
}

/**
 * Answers the number's frame through the first port that comes, and takes no other: a script that
 * gets into the page later can't ask in its place.
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
