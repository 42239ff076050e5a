import { CommanderError } from "commander"
import { UsageError } from "./UsageError.ts"

/**
 * Returns what is wrong with a command line as one sentence, from the error of its parser. Null if
 * the error is not about the command line.
 */
export const complaintOf = (error: unknown): string | null => {
  if (error instanceof UsageError) return error.message
  if (!(error instanceof CommanderError)) return null
  const { code } = error
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n")
  if (code === "commander.unknownOption" && first.includes("'--url'")) {
    return "This command does not work over HTTP: give --database, or set PAYLOOM_DATABASE."
  }
  const meant = /\(Did you mean (.+)\?\)/.exec(rest.join(" "))?.[1]
  return `${sentenceOf(code, first)}${meant === undefined ? "" : ` Did you mean ${meant}?`}`
}

const sentenceOf = (code: string, message: string): string => {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ""
  switch (code) {
    case "commander.help":
      return "A command is missing."
    case "commander.unknownCommand":
      return `There is no command ${quoted.slice(0, 40)}.`
    case "commander.missingArgument":
      return `${quoted} is missing.`
    case "commander.optionMissingArgument":
      return `${quoted.split(" ")[0]} needs a value.`
    default: {
      const sentence = message.charAt(0).toUpperCase() + message.slice(1)
      return sentence.endsWith(".") ? sentence : `${sentence}.`
    }
  }
}
