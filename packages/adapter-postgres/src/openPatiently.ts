import { setTimeout as after } from "node:timers/promises"
import { reasonOf, StorageUnavailable } from "@payloom/core"
import { Effect, Result, type Scope } from "effect"
import { DriverFailed } from "./DriverFailed.ts"
import { PostgresRefused } from "./PostgresRefused.ts"
import { UnsafeSession } from "./UnsafeSession.ts"

/** A resource that was opened, with its close function. */
interface Opened {
  readonly close: () => Promise<void>
}

/** The resource to open, and the time limit. */
interface Opening<A> {
  readonly open: () => Promise<A>
  readonly schema: string
  /** The time from the first try to the beginning of the last one, in milliseconds. */
  readonly openTimeoutMs: number
}

/** The error of a try. `mayPass` is true if a later try may succeed without a person. */
interface FailedTry {
  readonly failure: PostgresRefused | StorageUnavailable
  readonly mayPass: boolean
}

const firstWaitMs = 100
const longestWaitMs = 2000

/**
 * Opens a storage, and closes it with the scope. While the server can't be reached, is starting, or
 * is a standby, opening is retried with growing waits, and the first failure is logged. Other
 * errors fail at once. Opening can be interrupted between two tries.
 *
 * It uses the machine's clock, because an engine's own clock may stand still in tests.
 */
export const openPatiently = Effect.fnUntraced(function* <A extends Opened>({
  open,
  schema,
  openTimeoutMs
}: Opening<A>): Effect.fn.Return<A, PostgresRefused | StorageUnavailable, Scope.Scope> {
  const opening = Effect.result(
    Effect.acquireRelease(
      Effect.tryPromise({ try: open, catch: (cause) => failedTry(schema, cause) }),
      ({ close }) => Effect.promise(close)
    )
  )
  const until = performance.now() + openTimeoutMs
  for (let tries = 0; ; tries++) {
    const tried = yield* opening
    if (Result.isSuccess(tried)) return tried.success
    const { failure, mayPass } = tried.failure
    const leftMs = until - performance.now()
    if (!mayPass || leftMs <= 0) return yield* Effect.fail(failure)
    if (tries === 0) yield* Effect.logWarning(waitingFor(failure, openTimeoutMs))
    const usualMs = Math.min(firstWaitMs * 2 ** tries, longestWaitMs)
    const waitMs = Math.min(usualMs * (0.5 + Math.random() / 2), leftMs)
    yield* Effect.promise((signal) => after(waitMs, undefined, { signal }))
  }
})

const waitingFor = (failure: FailedTry["failure"], openTimeoutMs: number): string => {
  const { cause } = failure
  const reason = reasonOf(cause)
  const seconds = Math.ceil(openTimeoutMs / 1000)
  return `PostgreSQL can't be used yet (${reason}). Opening is retried for up to ${seconds} s.`
}

const failedTry = (schema: string, cause: unknown): FailedTry => {
  if (cause instanceof PostgresRefused) return { failure: cause, mayPass: false }
  const detail = reasonOf(cause)
  const reason = cause instanceof DriverFailed ? refusalOf(cause) : null
  if (reason !== null) {
    const remedy = remedies.find(({ of }) => of.test(detail))?.remedy
    const told = remedy === undefined ? detail : `${detail}; ${remedy}`
    return {
      failure: new PostgresRefused({ reason, schema, detail: told, cause }),
      mayPass: false
    }
  }
  return {
    failure: new StorageUnavailable({ cause: cause instanceof DriverFailed ? cause.cause : cause }),
    mayPass: cause instanceof DriverFailed && mayPass(cause)
  }
}

/** Returns why a person has to help. Null if nobody has to. */
const refusalOf = ({
  sqlState,
  message,
  cause
}: DriverFailed): PostgresRefused["reason"] | null => {
  if (cause instanceof UnsafeSession) return cause.reason
  if (sqlState === null) return isMisconfigured(cause) ? "not_accessible" : null
  if (sqlState === protocolViolation) {
    if (remedies.some(({ of }) => of.test(message))) return "options_invalid"
    return unknownToPooler.test(message) ? "not_accessible" : null
  }
  if (/^(28|3D|42501)/.test(sqlState)) return "not_accessible"
  if (namesOfOthers.includes(sqlState)) return "options_invalid"
  return /^(23|42)/.test(sqlState) ? "not_upgradable" : null
}

/** PgBouncer uses this code for everything that it refuses by itself. */
const protocolViolation = "08P01"

const unknownToPooler = /no such (database|user)|does not exist|authentication failed/i

/** A named statement exists already, or is gone: a pooler gave its connection to others. */
const namesOfOthers: ReadonlyArray<string> = ["42P05", "26000"]

const remedies = [
  {
    of: /unsupported startup parameter/,
    remedy: "leave it out of the address, or add it to the pooler's ignore_startup_parameters"
  },
  {
    of: /transaction blocks not allowed/,
    remedy: "set pool_mode of the pooler to transaction or to session"
  },
  {
    of: /prepared statement .* (already exists|does not exist)/,
    remedy: "the pooler keeps no named statements: leave out namedStatements"
  }
] as const

/**
 * Returns true if the address, the password or a certificate is wrong, because a retry won't help.
 */
const isMisconfigured = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  const code = "code" in cause ? String(cause.code) : ""
  return cause instanceof TypeError || badMessage.test(cause.message) || badCode.test(code)
}

const badMessage = /^SASL:|does not support SSL|after calling end on the pool/
const badCode = /^(EACCES|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|ERR_TLS_|ERR_SSL_)/

/**
 * Returns true if a retry may succeed. Without an SQLSTATE the server didn't answer, or is a
 * standby. The SQLSTATEs are: lost connections, collisions, too few resources, a server that
 * starts, stops or cancels, locks of others, and internal errors.
 */
const mayPass = ({ sqlState }: DriverFailed): boolean =>
  sqlState === null || /^(08|25006|40|53|55006|55P03|57|58|XX000)/.test(sqlState)
