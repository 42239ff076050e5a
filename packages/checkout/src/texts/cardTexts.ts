import { enCard } from "./languages/enCard.ts"
import type { Labels } from "./relabelled.ts"
import type { CardTexts, Texts } from "./Texts.ts"

/** The English texts of the card fields, by the keys of labels. */
const english: Labels = Object.fromEntries(
  enCard.split("\n").flatMap((line) => {
    const [key = "", text] = line.split(" = ")
    return text === undefined ? [] : [[key, text]]
  })
)

/**
 * Returns the texts of the card fields: the given ones by their keys, and English for the others.
 */
export const cardTextsOf = (given: Labels): CardTexts => {
  const say = (key: string): string => given[key] ?? english[key] ?? ""
  return {
    card: {
      title: say("card_title"),
      number: say("card_number"),
      expiry: say("card_expiry"),
      expiryShape: say("card_expiry_shape"),
      securityCode: say("card_security_code")
    },
    mistakes: {
      number: say("mistakes_number"),
      expiry: say("mistakes_expiry"),
      expired: say("mistakes_expired"),
      securityCode: say("mistakes_security_code")
    },
    declines: {
      incorrect_cvc: say("declines_incorrect_cvc"),
      expired_card: say("declines_expired_card"),
      invalid_card: say("declines_invalid_card")
    }
  }
}

/**
 * Returns the texts that card fields in a frame need, by their keys. English texts are left out,
 * because the frame has them.
 */
export const cardLabels = ({ card, mistakes, declines }: Texts): Labels => {
  const texts: Labels = {
    card_title: card.title,
    card_number: card.number,
    card_expiry: card.expiry,
    card_expiry_shape: card.expiryShape,
    card_security_code: card.securityCode,
    mistakes_number: mistakes.number,
    mistakes_expiry: mistakes.expiry,
    mistakes_expired: mistakes.expired,
    mistakes_security_code: mistakes.securityCode,
    declines_incorrect_cvc: declines.incorrect_cvc ?? "",
    declines_expired_card: declines.expired_card ?? "",
    declines_invalid_card: declines.invalid_card ?? ""
  }
  return Object.fromEntries(Object.entries(texts).filter(([key, text]) => text !== english[key]))
}
