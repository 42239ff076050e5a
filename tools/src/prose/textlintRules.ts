import type { TextlintKernelRule, TextlintRuleReporter } from "@textlint/kernel"
import terminology, { getTerms } from "textlint-rule-terminology"
import { openings } from "./openings.ts"
import type { ProseRule } from "./ProseRule.ts"
import {
  itsOwn,
  noDoubleNegatives,
  noRepeatedWords,
  noSemicolons,
  shortSentences
} from "./sentenceRules.ts"
import { blockTypes, type ProseNode, sentencesOf } from "./sentences.ts"
import { plainWords } from "./wordRules.ts"

/** The rules of our own. Each has texts that break it and texts that keep it. */
export const proseRules: ReadonlyArray<ProseRule> = [
  openings,
  shortSentences,
  noSemicolons,
  noDoubleNegatives,
  noRepeatedWords,
  itsOwn,
  plainWords
]

/** Returns all rules as textlint runs them: our own, and the kept one for names. */
export const textlintRules = (): Array<TextlintKernelRule> => [
  ...proseRules.map((rule) => ({ ruleId: rule.id, rule: moduleOf(rule) })),
  {
    ruleId: "terminology",
    rule: terminology,
    options: { defaultTerms: false, terms: [...spellings, ...knownNames()] }
  }
]

type Context = Parameters<TextlintRuleReporter>[0]

/** Returns a rule that gets each block that has sentences. */
export const onBlocks =
  (look: (block: ProseNode, context: Context) => void): TextlintRuleReporter =>
  (context) =>
    Object.fromEntries(blockTypes.map((type) => [type, (block: ProseNode) => look(block, context)]))

const moduleOf = ({ find }: ProseRule): TextlintRuleReporter =>
  onBlocks((block, { report, locator, RuleError }) => {
    for (const sentence of sentencesOf(block)) {
      for (const { index, what } of find(sentence)) {
        const padding = locator.at(sentence.start + index)
        report(block as Parameters<typeof report>[0], new RuleError(what, { padding }))
      }
    }
  })

/** Names of the kept list that are other words in our texts. */
const notNames = ["AVA", "AWK", "Git", "Jest", "Sass", "ID", "ZIP", "IDE"]

/** The kept list of names. Its patterns take too long for thousands of comments. */
const knownNames = () => getTerms(true, [], notNames).filter((term) => typeof term === "string")

/** The patterns of the kept list that we need, and names of our field. */
const spellings = [
  ["Post ?gres(?: ?SQL)?", "PostgreSQL"],
  ["Pg ?bouncer", "PgBouncer"],
  ["Adyen", "Adyen"],
  ["Payloom", "Payloom"],
  ["Apple ?Pay", "Apple Pay"],
  ["Google ?Pay", "Google Pay"],
  ["Java ?Script", "JavaScript"],
  ["3-?D[ -]?Secure", "3-D Secure"],
  ["an URL", "a URL"],
  ["web[- ]hook(s)?", "webhook$1"],
  ["end[- ]point(s)?", "endpoint$1"],
  ["e-mail(s)?", "email$1"],
  ["time[- ]stamp(s)?", "timestamp$1"],
  ["white space", "whitespace"]
] as const
