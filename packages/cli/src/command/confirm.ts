import { createInterface } from "node:readline/promises"
import { safeText } from "../output/safeText.ts"
import type { Terminal } from "./Terminal.ts"

/**
 * Asks a person before something is done. Resolves to true without asking if nobody is there: the
 * input is no terminal, or `CI` is set.
 */
export const confirm = async (terminal: Terminal, question: string): Promise<boolean> => {
  const { input, env, stderr } = terminal
  if (input === null || (env.CI !== undefined && env.CI !== "")) return true
  stderr.write(`${safeText(question)} [y/N] `)
  const reader = createInterface({ input })
  try {
    for await (const line of reader) return /^y(es)?$/i.test(line.trim())
    return false
  } finally {
    reader.close()
  }
}
