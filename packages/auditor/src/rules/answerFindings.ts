import type { Audited } from "../Audited.ts"
import type { Finding } from "../Finding.ts"
import { type Books, booksOf, leastOf } from "../rows/Books.ts"
import type { Idempotency } from "../rows/rowTypes.ts"
import { openAttempts } from "./money.ts"

const rule = "replays-equal"

const dayMs = 86_400_000

/** Checks the stored answers against the rows that they are about. */
export const answerFindings = (books: Books): ReadonlyArray<Finding> => [
  ...[...Map.groupBy(books.attempts, ({ idempotencyRecord }) => idempotencyRecord ?? "")].flatMap(
    ([id, attempts]) => {
      const record = books.find<Idempotency>("idempotency_records", id)
      const isOpen = attempts.some(({ status }) => openAttempts.has(status))
      return record !== undefined && record.answer === null && !isOpen
        ? [{ rule, row: id, sentence: `${id} has no answer, and its charge is settled.` }]
        : []
    }
  ),
  ...books.answers.flatMap((record) => contentFindings(books, record))
]

const collections: Readonly<Record<string, string>> = {
  payment: "payments",
  subscription: "subscriptions",
  customer: "customers",
  plan: "plans",
  refund: "modifications",
  capture: "modifications",
  checkout_session: "checkout_sessions"
}

/** The fields of an answer that never change, in the answer and in the row. */
const constant = ["amount", "currency"] as const

const contentFindings = (
  books: Books,
  { id, endpoint, answer }: Idempotency
): ReadonlyArray<Finding> => {
  if (answer === null) return []
  const body = JSON.parse(answer) as Readonly<Record<string, unknown>>
  const collection = collections[String(body.object)]
  if (collection === undefined || typeof body.id !== "string") return []
  const row = books.find<{ readonly id: string }>(collection, body.id) as
    | (Readonly<Record<string, unknown>> & { readonly id: string })
    | undefined
  const found = (sentence: string): Finding => ({ rule, row: id, sentence })
  if (row === undefined) return [found(`${endpoint} was answered ${body.id}, which has no row.`)]
  const isIncremented = books.modificationsOf(body.id).some(({ kind }) => kind === "increment")
  return constant
    .filter((field) => row[field] !== undefined && body[field] !== undefined && !isIncremented)
    .filter((field) => String(row[field]) !== String(body[field]))
    .map((field) => found(`${endpoint} was answered ${field} ${body[field]}, not ${row[field]}.`))
}

/** Removes what a session's answer shows only once. */
const shownAgain = (text: string): string => {
  const { session_token: _token, url: _url, secret: _secret, ...rest } = JSON.parse(text)
  return JSON.stringify(rest)
}

/** Checks that the answers that callers were given are stored, and were repeated word for word. */
export const recordedFindings = (audited: Audited): ReadonlyArray<Finding> => {
  const { answers, now, erasedTexts = [] } = audited
  if (answers === undefined) return []
  const records = booksOf(audited).flatMap((books) => books.answers)
  const stored = new Set(records.map(({ endpoint, answer }) => `${endpoint} ${answer}`))
  const oldest = leastOf(records.map(({ created }) => created))
  return answers.flatMap(({ operation, idempotencyKey, at, body, again }) => {
    const found = (sentence: string): Finding => ({ rule, row: idempotencyKey, sentence })
    const isErased = erasedTexts.some((text) => body.includes(text))
    const isKept = [body, shownAgain(body)].some((text) => stored.has(`${operation} ${text}`))
    // Answers older than a day may have been deleted, the oldest first.
    const isSwept = at <= now - dayMs && at < oldest
    return [
      ...(isKept || isSwept || isErased
        ? []
        : [found(`The answer to ${operation} under ${idempotencyKey} is not stored.`)]),
      ...(again === undefined || again === body || again === shownAgain(body)
        ? []
        : [found(`${operation} under ${idempotencyKey} was answered differently the next time.`)])
    ]
  })
}
