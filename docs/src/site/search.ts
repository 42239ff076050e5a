import type { DefaultTheme } from "vitepress"

type Search = NonNullable<
  NonNullable<
    Extract<DefaultTheme.Config["search"], { provider: "local" }>["options"]
  >["miniSearch"]
>

/**
 * Splits a text into words. A name of code, such as `no_route` or `payment.succeeded`, is a word,
 * and each of its parts too. VitePress sends this function to the browser as text, so it uses no
 * other.
 */
export const wordsOf = (text: string): Array<string> => {
  const words = text.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? []
  return words.flatMap((word) => {
    const parts = word.split(/[._-]/)
    return parts.length === 1 ? [word] : [word, ...parts]
  })
}

/** Weighs a whole name of code more than its parts. It is sent to the browser as text too. */
const weightOf = (word: string): number => (/[._-]/.test(word) ? 8 : 1)

/** The settings of the search: names of code are found as a whole. */
export const searchSettings: Search = {
  options: { tokenize: wordsOf },
  searchOptions: { boostTerm: weightOf }
}
