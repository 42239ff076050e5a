import { createRequire } from "node:module"
import { TextlintKernel } from "@textlint/kernel"
import type { Prose } from "./Prose.ts"
import { lineOf, sentencesOf } from "./sentences.ts"
import { onBlocks, textlintRules } from "./textlintRules.ts"

/** The sentences of a text, and the complaints of the rules. */
export interface Linted {
  readonly path: string
  /** How many lines are prose. Empty lines and lines of code are not. */
  readonly lines: number
  readonly sentences: ReadonlyArray<PlacedSentence>
  readonly complaints: ReadonlyArray<Complaint>
}

/** A place in a text that breaks a rule. */
interface Complaint {
  readonly line: number
  /** The id of the rule. */
  readonly rule: string
  readonly what: string
}

/** A sentence of a text, as it is written, and the line of the file that it begins on. */
interface PlacedSentence {
  readonly line: number
  readonly text: string
}

/**
 * Why textlint: it is maintained, parses Markdown with positions, takes functions as rules, and
 * runs offline on Node without an install script. Its kernel is enough. Vale is a binary that has
 * to be downloaded. retext has no Markdown of its own, and its rules cover few of those we need.
 */
const kernel = new TextlintKernel()

/** Node and Vitest import the default of a CommonJS module differently, and require it alike. */
const markdown = createRequire(import.meta.url)(
  "@textlint/textlint-plugin-markdown"
) as typeof import("@textlint/textlint-plugin-markdown")

const rules = textlintRules()

/** Lints a text. Returns its sentences and complaints by the lines of its file. */
export const lint = async ({ path, text, lineAt }: Prose): Promise<Linted> => {
  const sentences: Array<PlacedSentence> = []
  const lines = new Set<number>()
  const collect = onBlocks((block) => {
    for (let line = block.loc.start.line; line <= block.loc.end.line; line++) lines.add(line)
    for (const sentence of sentencesOf(block)) {
      const written = block.raw.slice(sentence.start, sentence.start + sentence.text.length)
      sentences.push({
        line: lineAt(lineOf(block, sentence)),
        text: written.replace(/\s+/g, " ")
      })
    }
  })
  const { messages } = await kernel.lintText(text, {
    ext: ".md",
    plugins: [{ pluginId: "markdown", plugin: markdown.default }],
    rules: [...rules, { ruleId: "collect", rule: collect }]
  })
  return {
    path,
    lines: lines.size,
    sentences,
    complaints: messages.map(({ line, ruleId, message }) => ({
      line: lineAt(line),
      rule: ruleId,
      what: message
    }))
  }
}
