import { nearestName } from "@payloom/core"
import { type TestCard, type TestCardName, testCardNames, testCards } from "./testCards.ts"

/** The test card of a name. Throws a `TypeError` for a name that there is not. */
export const testCardOf = (name: TestCardName): TestCard<TestCardName> => {
  const card = Object.hasOwn(testCards, name) ? testCards[name] : undefined
  if (card !== undefined) return card
  const meant = nearestName(String(name), testCardNames)
  const question = meant === null ? "" : ` Did you mean ${meant}?`
  // What is no name may be a card's number.
  const given = /^[a-z_]{1,40}$/i.test(name) ? `"${name}"` : "of this name"
  throw new TypeError(`There is no test card ${given}.${question} testCardNames lists all.`)
}
