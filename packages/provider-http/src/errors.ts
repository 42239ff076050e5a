import {
  type ChargeOutcome,
  classifyHttpFailure,
  type HttpFailure,
  isFields,
  type ModificationOutcome
} from "@payloom/core"
import { textOf } from "./fields.ts"
import type { HttpProviderTable } from "./HttpProviderTable.ts"
import type { Answer } from "./requests.ts"

type Table = Pick<HttpProviderTable<never>, "errors" | "declines">

/** The statuses that say nothing about the request itself. */
const aboutNothing: ReadonlySet<number> = new Set([401, 408, 425, 429])

/** Returns the codes of an answer that is an error: the provider's own, and the HTTP status. */
const codesIn = ({ errors }: Table, { status, json }: Answer): ReadonlyArray<string> => {
  const about = { status, capture: true }
  const code = isFields(json) ? textOf(errors?.code, json, about) : null
  return code === null ? [`http_${status}`] : [code, `http_${status}`]
}

const messageIn = ({ errors }: Table, { status, json }: Answer): string | null =>
  isFields(json) ? textOf(errors?.message, json, { status, capture: true }) : null

/** Returns true if the provider looked at the request and rejected it. */
const isRejection = ({ status }: Answer): boolean =>
  status >= 400 && status < 500 && !aboutNothing.has(status)

/** Returns true if an answer says that there is no such object. */
export const isAbsent = (table: Table, answer: Answer, absentCode: string | undefined): boolean =>
  absentCode !== undefined && isRejection(answer) && codesIn(table, answer).includes(absentCode)

/**
 * Returns the outcome of a charge that was answered by an error. A code of the decline table is a
 * decline. A provider may reject a repeat before it looks at the key, so the rejection of a charge
 * that was sent before decides nothing.
 */
export const rejectedCharge = (table: Table, answer: Answer, isResent: boolean): ChargeOutcome => {
  const message = messageIn(table, answer)
  const { meanings } = table.declines
  const rawCode = codesIn(table, answer).find((code) => Object.hasOwn(meanings, code))
  const decides = answer.status === 402 || !isResent
  if (rawCode !== undefined && decides && isRejection(answer) && answer.status !== 409) {
    return { _tag: "Declined", rawCode, networkCode: null, providerReference: null, message }
  }
  return failureOf(table, answer)
}

/** Returns the outcome of a capture, void, refund or increment that was answered by an error. */
export const rejectedModification = (table: Table, answer: Answer): ModificationOutcome => {
  const codes = isRejection(answer) ? codesIn(table, answer) : []
  const { failed = [], holdExpired = [] } = table.errors ?? {}
  if (codes.some((code) => holdExpired.includes(code))) return { _tag: "HoldExpired" }
  const [rawCode] = codes
  return rawCode !== undefined && codes.some((code) => failed.includes(code))
    ? { _tag: "Failed", rawCode }
    : failureOf(table, answer)
}

/** Returns the failure in an answer that is an error. */
export const failureOf = (table: Table, answer: Answer): HttpFailure => {
  const failure = classifyHttpFailure(answer)
  if (failure !== null) return failure
  const [rawCode = null] = codesIn(table, answer)
  const reason = messageIn(table, answer) ?? `The provider answered HTTP ${answer.status}.`
  return { _tag: "AccountUnavailable", reason, rawCode }
}
