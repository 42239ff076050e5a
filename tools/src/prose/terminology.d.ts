declare module "textlint-rule-terminology" {
  import type { TextlintRuleModule } from "@textlint/kernel"

  type Term = string | readonly [pattern: string, spelling: string]

  /** Returns the terms that the rule brings, with others before them. */
  export const getTerms: (
    withDefaults: boolean,
    others: ReadonlyArray<Term>,
    without: ReadonlyArray<string>
  ) => ReadonlyArray<Term>

  const rule: TextlintRuleModule
  export default rule
}
