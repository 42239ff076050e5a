import { reasonOf } from "@payloom/core"
import { complaintOf } from "./complaintOf.ts"
import { exitCodes } from "./exitCodes.ts"
import { fileFault } from "./fileFault.ts"

/** A failure for people and scripts. */
export interface Failure {
  /** Lower-case letters and underscores, for scripts. */
  readonly reason: string
  /** One sentence that says what to do. */
  readonly message: string
  readonly exitCode: number
}

interface Described {
  readonly _tag?: unknown
  readonly reason?: unknown
  readonly cause?: unknown
  readonly name?: unknown
}

/**
 * Returns the failure of a command in one line. Errors of the engine and of the adapters have a tag
 * and a message for people. Anything else is a fault of this program, and is named as one.
 */
export const failureOf = (error: unknown): Failure => {
  const complaint = complaintOf(error)
  if (complaint !== null) {
    return { reason: "usage", message: complaint, exitCode: exitCodes.usage }
  }
  const { _tag: tag, reason, cause, name }: Described = Object(error)
  const message = reasonOf(error)
  if (tag === "StorageUnavailable") {
    const why = reasonOf(cause)
    return failed("database_unavailable", `The database does not answer (${oneLine(why)}).`)
  }
  if (typeof tag === "string") {
    return failed(typeof reason === "string" ? reason : snakeCase(tag), oneLine(message))
  }
  if (name === "CommandFailed") return failed(String(reason), oneLine(message))
  const fault = fileFault(error)
  if (fault !== null) return failed("file_fault", fault)
  return failed("unexpected", `The command failed: ${oneLine(message)}`)
}

const failed = (reason: string, message: string): Failure => ({
  reason,
  message,
  exitCode: exitCodes.failed
})

const snakeCase = (tag: string): string =>
  tag.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ").trim()
