import { matches, type ProseRule } from "./ProseRule.ts"

/** The most words of a sentence. Inline code is one word. */
const maxWords = 40

const words = /[\p{L}\p{N}][\p{L}\p{N}'’._/-]*/gu

const countWords = (text: string): number => text.match(words)?.length ?? 0

const filler = (count: number): string => "word ".repeat(count).trim()

/** A sentence states one fact, or two. */
export const shortSentences: ProseRule = {
  id: "sentence-length",
  find: ({ text }) => {
    const count = countWords(text)
    return count <= maxWords
      ? []
      : [{ index: 0, what: `a sentence of ${count} words: at most ${maxWords}` }]
  },
  wrong: [`A ${filler(maxWords)}.`],
  right: [`${filler(maxWords)}. Another ${filler(maxWords - 1)}.`]
}

/** A semicolon joins two sentences. In a cell of a table it may separate the items of a list. */
export const noSemicolons: ProseRule = {
  id: "semicolon",
  find: (sentence) =>
    sentence.place === "cell"
      ? []
      : matches(sentence, /;/g, () => "a semicolon: write two sentences"),
  wrong: ["It is sent again; then it is dropped."],
  right: [
    "It is sent again. `a; b` is code, and so is\n\n```ts\na; b\n```\n\nAT&amp;T",
    "| A | B |\n|---|---|\n| one | two; three |"
  ]
}

const negated = [
  "(?:is|are|was|were|does|do|did|has|have|can|could|will|would)(?: not|n't)",
  "won't|can't|cannot|never"
].join("|")

const doubleNegatives = new RegExp(
  [
    "\\b(?:none|nothing|nobody|nowhere|no one) but\\b",
    "\\bno [\\w-]+ but (?!not\\b)",
    `\\b(?:none|nothing|nobody|no one|no [\\w-]+) (?:that|which|who|whose) (?:${negated})\\b`,
    "\\b(?:no|not|never|\\w+n't)\\b[^.]*[, ]neither(?=\\W*$)",
    "\\bno [\\w-]+ (?:is|are|was|were) no\\b",
    "\\bnever (?:not|without)\\b",
    "\\bnot (?:un(?:common|usual|like|likely|reasonable|necessarily)|impossible|improbable)\\b"
  ].join("|"),
  "gi"
)

/** Two negations have to be worked out. */
export const noDoubleNegatives: ProseRule = {
  id: "double-negative",
  find: (sentence) =>
    matches(sentence, doubleNegatives, (found) => `"${found}": say it without the negations`),
  wrong: [
    "It holds up none but itself.",
    "There is nothing that isn't logged.",
    "No check but one needs the network.",
    "The role can't write, its owner neither.",
    "That is not impossible."
  ],
  right: [
    "It holds up only itself.",
    "Everything is logged.",
    "It counts for neither.",
    "There is no provider that takes it.",
    "It isn't paid, but it is authorized."
  ]
}

/** A word that stands twice is a slip, but for two that grammar doubles. */
export const noRepeatedWords: ProseRule = {
  id: "repeated-word",
  find: (sentence) =>
    matches(
      sentence,
      /(?<![\w'’-])(?!that\b|had\b|Ω)(\p{L}+)\s+\1(?![\w'’-])/giu,
      (found) => `"${found}"`
    ),
  wrong: ["It is kept in the the store.", "It is\nis kept."],
  right: ["The stand-in in its place.", "He said that that is so. `a` `a`", "Pay. Pay again."]
}

const typos = /\bit['’]s own\b|\bits (?:a|an|the|not|been)\b/gi

/** Its belongs to it, and it's is it is. */
export const itsOwn: ProseRule = {
  id: "its",
  find: (sentence) =>
    matches(sentence, typos, (found) => `"${found}": "its" belongs to it, "it's" is "it is"`),
  wrong: ["It has it's own key.", "The store says its not there."],
  right: ["It has its own key.", "It's a key.", "It's not there."]
}
