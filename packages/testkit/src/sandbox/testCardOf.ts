import { nearestName } from "@payloom/core"
import { type TestCard, type TestCardName, testCardNames, testCards } from "./testCards.ts"

/** Returns the test card with a name. Throws a `TypeError` if there is none. */
export const testCardOf = (name: TestCardName): TestCard<TestCardName> => {
  const card = Object.hasOwn(testCards, name) ? testCards[name] : undefined
  if (card !== undefined) return card
  const meant = nearestName(String(name), testCardNames)
  const question = meant === null ? "" : ` Did you mean ${meant}?`
  // An invalid name may be a card number, so the message does not contain it.
  const given = /^[a-z_]{1,40}$/i.test(name) ? `"${name}"` : "of this name"
  throw new TypeError(`There is no test card ${given}.${question} testCardNames lists all.`)
}
