import { matches, type ProseRule } from "./ProseRule.ts"

/** A word that has a plainer one: its pattern, the plain one, and texts that test the pattern. */
interface Replaced {
  readonly word: string
  readonly plain: string
  readonly wrong: string
  readonly right?: string
}

/** Words of pictures and of two meanings. Each pattern matches whole words. */
const replaced: ReadonlyArray<Replaced> = [
  {
    word: "(?<!\\bcan(?:'t|not)? )(?:tell|tells|telling|told)(?!(?: \\S+){0,5} (?:apart|from)\\b)",
    plain: '"record" for events, "report", "say" or "state"',
    wrong: "Events are told in order.",
    right: "You can't tell if it is open. Tell the two apart. It tells a card from a token."
  },
  {
    word: "news",
    plain: '"notification", "change" or "result"',
    wrong: "The bank sends news."
  },
  {
    word: "(?:(?:a|the|this|that|each|every|its|kept|late) notice|notices(?= (?:of|about|from)))",
    plain: '"notification"',
    wrong: "The provider sent a notice.",
    right: "The test notices a change."
  },
  {
    word: "(?:go|goes|going|went|gone) on(?! the\\b)",
    plain: '"continue"',
    wrong: "The schedule goes on.",
    right: "The field goes on the page."
  },
  { word: "(?:give|gives|giving|gave|given) way", plain: '"yield"', wrong: "It gives way to it." },
  {
    word: "(?:come|comes|came|coming) to nothing",
    plain: '"fail" or "decline"',
    wrong: "The call came to nothing."
  },
  {
    word: "lives",
    plain: '"simulations", "is" or "lasts"',
    wrong: "It runs a thousand lives.",
    right: "It is a live account."
  },
  {
    word: "(?:stories|(?<!'s )story)",
    plain: '"timeline"',
    wrong: "A test runs stories.",
    right: "Read the payment's story with `payments.story`."
  },
  {
    word: "mend(?:s|ed|ing)?",
    plain: '"fix" or "correct"',
    wrong: "Payers mend it.",
    right: "Amend it."
  },
  {
    word: "held to",
    plain: '"compared with" or "checked against"',
    wrong: "Books are held to it."
  },
  { word: "affairs?", plain: "who decides it", wrong: "The key is its own affair." },
  { word: "on first sight", plain: '"on first use"', wrong: "It is made on first sight." },
  {
    word: "(?<=\\S )(?:whoever|whomever)",
    plain: "the one who does it: the caller, the worker, the payer",
    wrong: "It is for whoever watches.",
    right: "It is for the operator who watches."
  },
  {
    word: "(?<=, )for (?:they|we|he|she|there|nobody|it (?:is|was|has|can))",
    plain: '"because"',
    wrong: "It waits, for there is a lease.",
    right: "It waits for it, for an hour."
  }
]

const patterns = replaced.map(({ word, plain }) => ({
  pattern: new RegExp(`\\b${word}\\b`, "gi"),
  plain
}))

/** The field has a word for it. */
export const plainWords: ProseRule = {
  id: "plain-word",
  find: (sentence) =>
    patterns.flatMap(({ pattern, plain }) =>
      matches(sentence, pattern, (found) => `"${found}": write ${plain}`)
    ),
  wrong: replaced.map(({ wrong }) => wrong),
  right: replaced.flatMap(({ right }) => right ?? [])
}
