import { nearestName, reasonOf } from "@payloom/core"

/**
 * Returns what is wrong with a command line, from the error that `parseArgs` threw: its first
 * sentence and, for an unknown option, the known option that was probably meant.
 */
export const argumentComplaint = (error: unknown, options: ReadonlyArray<string>): string => {
  const [sentence = ""] = reasonOf(error).split(/\. |\n/)
  const complaint = `${sentence.replace(/\.$/, "")}.`
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(sentence) ?? []
  const meant = unknown === undefined ? null : nearestName(unknown, options)
  return meant === null ? complaint : `${complaint} Did you mean --${meant}?`
}
