import { type CardField, cardFields } from "../card/CardField.ts"
import { type CardFieldsSetup, readCardFieldsFragment } from "../card/CardFieldsAddress.ts"
import { type CardFieldsMessage, isOurs } from "../card/CardFieldsMessage.ts"
import { answerOnce, CardParts } from "../card/CardParts.ts"
import { readExpiry } from "../card/expiry.ts"
import { mistakeIn } from "../card/mistakeIn.ts"
import { paint } from "../look/paint.ts"
import { cardTextsOf } from "../texts/cardTexts.ts"
import { directionOf } from "../texts/languages.ts"
import type { CardTexts } from "../texts/Texts.ts"
import { CardForm } from "./CardForm.ts"
import { cardFieldsStyle } from "./cardFieldsStyle.ts"

/** A card as the payer typed it. It stays in the frame. */
export interface TypedCard {
  /** The number, digits only. */
  readonly number: string
  /** The month, 1 to 12. */
  readonly expMonth: number
  /** The year in four digits. */
  readonly expYear: number
  readonly cvc: string
}

/** The options of the frame. */
export interface CardFieldsOptions {
  /**
   * Encrypts a card for the vault, such as `encryptCard` of the sandbox or a vault's own script.
   */
  readonly encrypt: (card: TypedCard) => Promise<string>
}

/**
 * Turns this document into card fields: all three, or the one that its URL names. Use it in a page
 * that does nothing else, on a path or host of its own, in the frame of `<payloom-card-fields>`,
 * `<payloom-card-number>` and the like. Typed digits stay in the frame, or go to the frame of the
 * number through a port. The page around gets the ciphertext, the brand, and whether the card is
 * complete. It gets them only if it has the origin that the frame was opened for. Restrict the
 * pages that may open the frame by its `frame-ancestors`.
 */
export const mountCardFields = ({ encrypt }: CardFieldsOptions): void => {
  const setup = readCardFieldsFragment(location.hash.slice(1))
  const { origin, field } = setup
  if (origin === null || window.parent === window) return
  const texts = cardTextsOf(setup.labels)
  dress(setup, texts)
  const post = (message: CardFieldsMessage) => window.parent.postMessage(message, origin)
  const { form, read, connect } = openForm(setup, texts, post)
  const answer = async (request: number) => {
    const card = (await read?.()) ?? field
    let ciphertext: string | null = null
    try {
      if (typeof card === "object" && card !== null) ciphertext = await encrypt(card)
    } finally {
      const wrong = typeof card === "string" ? card : null
      const { brand } = form
      post({ payloom: "card-fields", type: "encrypted", request, brand, ciphertext, wrong })
    }
  }
  window.addEventListener("message", ({ source, origin: from, data, ports: [port] }) => {
    if (source !== window.parent || from !== origin || !isOurs(data)) return
    if (data.type === "encrypt") void answer(data.request)
    if (data.type === "connect" && port !== undefined) connect(data.field, port)
    if (data.type === "focus") form.focus(field ?? data.field ?? "number")
    if (data.type === "declined") form.showDecline(String(data.code))
  })
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height > 0) post({ payloom: "card-fields", type: "resized", height })
  }).observe(document.body)
  post({ payloom: "card-fields", type: "ready" })
}

/** Sets the language, the title and the colours of the document. */
const dress = ({ field, language, look, isBare }: CardFieldsSetup, texts: CardTexts): void => {
  const root = document.documentElement
  root.lang = language
  root.dir = directionOf(language)
  root.classList.toggle("bare", isBare)
  document.title = texts.card[field ?? "title"]
  const { scheme, declarations } = paint(look)
  const colours = `:root{color-scheme:${scheme};${declarations}}`
  document.adoptedStyleSheets = [colours, cardFieldsStyle].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
}

/** The form of this frame, and its connection to other frames. */
interface OpenForm {
  readonly form: CardForm
  /** Returns the card, or the first wrong field. It is null in a frame without the number. */
  readonly read: (() => Promise<TypedCard | CardField>) | null
  /** Takes a port to the frame of that field. */
  readonly connect: (field: CardField, port: MessagePort) => void
}

const openForm = (
  { field, isLabelled }: CardFieldsSetup,
  texts: CardTexts,
  post: (message: CardFieldsMessage) => void
): OpenForm => {
  const parts = new CardParts()
  const form = new CardForm({
    fields: field === null ? cardFields : [field],
    texts,
    isLabelled,
    onChange: () => {
      const { brand, isComplete } = form
      parts.tell(brand)
      post({ payloom: "card-fields", type: "changed", brand, isComplete })
    },
    onMark: (isWrong) => post({ payloom: "card-fields", type: "marked", isWrong }),
    onSubmit: () => post({ payloom: "card-fields", type: "submitted" }),
    onFilled: () => post({ payloom: "card-fields", type: "filled" }),
    onBack: () => post({ payloom: "card-fields", type: "back" })
  })
  switch (field) {
    case null:
      return { form, read: async () => readWhole(form), connect: (_, port) => port.close() }
    case "number":
      return {
        form,
        read: () => readWithParts(form, parts),
        connect: (other, port) => parts.connect(other, port)
      }
    default:
      return {
        form,
        read: null,
        connect: answerOnce({
          onBrand: (brand) => form.setBrand(brand),
          read: () => (form.check() === null ? form.digits(field) : null)
        })
      }
  }
}

const readWhole = (form: CardForm): TypedCard | CardField => {
  const wrong = form.check()
  return wrong ?? cardOf(form.digits("number"), form.digits("expiry"), form.digits("securityCode"))
}

/**
 * Reads the card. Values from a port are checked again, because the page chose the port's other
 * end.
 */
const readWithParts = async (form: CardForm, parts: CardParts): Promise<TypedCard | CardField> => {
  const isWrong = form.check() !== null
  const { brand } = form
  const number = form.digits("number")
  const { expiry, securityCode } = await parts.read()
  if (isWrong) return "number"
  const now = new Date()
  if (expiry === null || mistakeIn("expiry", expiry, brand, now) !== null) return "expiry"
  return securityCode === null || mistakeIn("securityCode", securityCode, brand, now) !== null
    ? "securityCode"
    : cardOf(number, expiry, securityCode)
}

const cardOf = (number: string, expiry: string, cvc: string): TypedCard | CardField => {
  const date = readExpiry(expiry)
  return date === null ? "expiry" : { number, expMonth: date.month, expYear: date.year, cvc }
}
