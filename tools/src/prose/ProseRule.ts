import type { Sentence } from "./sentences.ts"

/** One finding of a rule in a sentence. */
export interface Found {
  /** The offset in the sentence. */
  readonly index: number
  /** The mistake, and how to write it. */
  readonly what: string
}

/** A rule of language, checked sentence by sentence. */
export interface ProseRule {
  readonly id: string
  readonly find: (sentence: Sentence) => ReadonlyArray<Found>
  /** Markdown that breaks the rule. */
  readonly wrong: ReadonlyArray<string>
  /** Markdown that looks like it and keeps the rule. */
  readonly right: ReadonlyArray<string>
}

/** Returns what matches a global pattern, with a message for each match. */
export const matches = (
  { text }: Sentence,
  pattern: RegExp,
  what: (found: string) => string
): ReadonlyArray<Found> =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ index, what: what(found) }))
