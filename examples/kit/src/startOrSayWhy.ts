import { reasonOf } from "@payloom/core"
import { StartRefused } from "./StartRefused.ts"

/**
 * Starts a program. If this fails, prints the reason in one line on standard error, and ends the
 * program.
 */
export const startOrSayWhy = (start: () => Promise<void>): Promise<void> =>
  start().catch((error: unknown) => {
    process.stderr.write(`${complaintOf(error)}\n`)
    process.exit(error instanceof StartRefused ? error.exitCode : 1)
  })

/** The meaning of the system's error codes for a port. */
const portReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there (EADDRINUSE). Choose another port with --port.",
  EACCES: "this user may not listen there (EACCES). Choose another port with --port.",
  EADDRNOTAVAIL: "this machine doesn't have that address (EADDRNOTAVAIL).",
  ENOTFOUND: "there is no such host (ENOTFOUND).",
  EAI_AGAIN: "the host's name can't be looked up (EAI_AGAIN)."
}

interface SystemError extends Error {
  readonly code: string
  readonly syscall: string
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
  readonly path?: string
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && "syscall" in error

const complaintOf = (error: unknown): string => {
  if (isSystemError(error) && ["listen", "getaddrinfo", "bind"].includes(error.syscall)) {
    const { code, address, hostname, port } = error
    const where = [address ?? hostname, port].filter((part) => part !== undefined).join(":")
    return `Can't listen on ${where}: ${portReasons[code] ?? error.message}`
  }
  if (isSystemError(error) && error.path !== undefined) {
    return `The file ${error.path} can't be read or written here (${error.code}).`
  }
  // Every other error is printed in one line, too.
  return reasonOf(error).replace(/\s*\n\s*/g, " ")
}
