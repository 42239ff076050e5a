import { StartRefused } from "./StartRefused.ts"

/**
 * Runs what starts a program. Where that fails, one line on standard error says why, and the
 * program ends.
 */
export const startOrSayWhy = (start: () => Promise<void>): Promise<void> =>
  start().catch((error: unknown) => {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exit(error instanceof StartRefused ? error.exitCode : 1)
  })

/** What it means where a port can't be had, by what the system says. */
const portReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there (EADDRINUSE). --port names another port.",
  EACCES: "this user may not listen there (EACCES). --port names another port.",
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

const reasonOf = (error: unknown): string => {
  if (isSystemError(error) && ["listen", "getaddrinfo", "bind"].includes(error.syscall)) {
    const { code, address, hostname, port } = error
    const where = [address ?? hostname, port].filter((part) => part !== undefined).join(":")
    return `Can't listen on ${where}: ${portReasons[code] ?? error.message}`
  }
  if (isSystemError(error) && error.path !== undefined) {
    return `The file ${error.path} can't be read or written here (${error.code}).`
  }
  // Whatever else it is: a line is what its reader asked for.
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, " ")
}
