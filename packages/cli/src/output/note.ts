import type { Terminal } from "../command/Terminal.ts"
import { safeText } from "./safeText.ts"

/** Writes a sentence for people to the error stream. No text in it can change the terminal. */
export const note = ({ stderr }: Pick<Terminal, "stderr">, sentence: string): void => {
  stderr.write(`${safeText(sentence)}\n`)
}
