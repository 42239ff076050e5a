import type { Texts } from "./Texts.ts"

/** Joins sentences. In Japanese and Chinese there is no space between them. */
export const joined = (
  { language }: Pick<Texts, "language">,
  sentences: ReadonlyArray<string>
): string =>
  sentences.filter((sentence) => sentence !== "").join(/^(ja|zh)/.test(language) ? "" : " ")
