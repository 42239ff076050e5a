import { type EngineError, isEngineError } from "@payloom/core"

/** A request that the console refuses. */
export class Refused extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 503
  readonly code: string
  /** The time in seconds after which the request may be sent again. */
  readonly retryAfter: number | undefined

  constructor(status: Refused["status"], code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** The body of a refused request. */
export interface RefusalBody {
  readonly error: {
    /** The code for programs. */
    readonly code: string
    /** A sentence for people. */
    readonly message: string
    /** The id of the request, for the log. */
    readonly request: string
    /** The sentences about single fields, by their names. Absent if the input was not refused. */
    readonly fields?: Readonly<Record<string, string>>
  }
}

/** A refusal, as it is answered. `cause` is for the log only. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  /** The time in seconds after which the request may be sent again. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/**
 * Returns the answer to an error. Unknown errors reveal nothing. `cell` is the account's cell, if
 * the error comes from a cell that does not answer.
 */
export const refusalOf = (error: unknown, cell: string | null = null): Refusal => {
  if (cell !== null) {
    const message =
      `The cell ${cell} doesn't answer. Its accounts can't pay, and their pages can't be shown ` +
      "until it does. Nothing was changed. Try again."
    return { status: 503, code: "cell_down", message, cause: error }
  }
  if (error instanceof Refused) {
    const { status, code, message, retryAfter } = error
    return { status, code, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
  if (!isEngineError(error)) {
    const message = "Something went wrong in the server. Its log has the reason."
    return { status: 500, code: "internal_error", message, cause: error }
  }
  const { _tag: code, message } = error
  if (unavailable.has(code)) {
    const later = "The database doesn't answer at the moment. Nothing was changed. Try again."
    return { status: 503, code, message: later, cause: error }
  }
  return { status: statuses[code] ?? 409, code, message, ...fieldsOf(error) }
}

const fieldsOf = (error: EngineError): Pick<Refusal, "fields"> =>
  error._tag === "InvalidInput"
    ? {
        fields: Object.fromEntries(
          error.issues.flatMap(({ param, message }) => (param === null ? [] : [[param, message]]))
        )
      }
    : {}

const unavailable: ReadonlySet<string> = new Set([
  "StorageUnavailable",
  "StorageContention",
  "EngineClosed"
])

/** All other refusals are conflicts with the state of what is changed. */
const statuses: Readonly<Record<string, number>> = {
  ResourceNotFound: 404,
  InvalidInput: 422
}
