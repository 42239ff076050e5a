import {
  type Change,
  PaymentCollection,
  PaymentInstrumentCollection,
  type Scope,
  SubscriptionCollection
} from "@payloom/core"
import { storedRows } from "@payloom/testkit"
import type { Ground } from "../ground/openGround.ts"
import type { Tenant } from "../ground/openTenants.ts"
import type { Call } from "../history/History.ts"
import { prepareCall } from "../run/sendCalls.ts"
import { type FilledGround, openSessions } from "./filledGround.ts"
import { idsIn, prefixOf, slotsOf } from "./idSlots.ts"

/** A check of the isolation while it runs. */
export interface Check {
  readonly ground: FilledGround
  /** The merchant on whose behalf all calls are made. */
  readonly own: Tenant
  readonly others: Others
  /** The changes of all commits. */
  readonly changed: Array<Change>
  /** The reads of the storage so far. */
  readonly reads: Array<string>
  readonly random: () => number
  readonly findings: Array<string>
  /** The places that were checked, and how often. */
  readonly slots: Map<string, number>
  /** The places at which an own id or cursor was tried too. */
  readonly tellable: Set<string>
  /** The places of `tellable` at which it was answered differently from an unknown one. */
  readonly told: Set<string>
}

/** The things that the other merchants have, and the own merchant in the other mode. */
export interface Others {
  /** Their ids by prefix. */
  readonly ids: ReadonlyMap<string, ReadonlyArray<string>>
  /** Their texts by the name of the field, such as `email`. */
  readonly fields: ReadonlyMap<string, ReadonlyArray<string>>
  /** Words in their rows that are in no row of the own merchant: ids, emails, names, amounts. */
  readonly words: ReadonlySet<string>
}

/** The answer to a call, and the rows that it wrote. */
export interface Answer {
  /** The whole answer as text, without the id that was tried and the idempotency key. */
  readonly text: string
  readonly changes: ReadonlyArray<Change>
  /** The reads of the call, and how many rows each found. */
  readonly reads: ReadonlyArray<string>
}

/** Returns a function for the changes and the reads from now on. */
export const recording = ({ changed, reads }: Check): (() => Omit<Answer, "text">) => {
  const [changedBefore, readBefore] = [changed.length, reads.length]
  return () => ({ changes: changed.slice(changedBefore), reads: reads.slice(readBefore) })
}

/** Chooses one of a list. Undefined if there is none. */
export const oneOf = <A>({ random }: Pick<Check, "random">, list: ReadonlyArray<A>) =>
  list[Math.trunc(random() * list.length)]

/** Returns true for the merchant and the mode of the check. */
const isOwn = ({ own: { scope } }: Check, { tenant, mode }: Scope): boolean =>
  tenant === scope.tenant && mode === scope.mode

/** Counts a place that is about to be checked. */
export const countPlace = ({ slots }: Check, place: string): void => {
  slots.set(place, (slots.get(place) ?? 0) + 1)
}

/**
 * Chooses the input of an operation, as a merchant or a payer of theirs calls it. The payer of a
 * portal names their own things. Null if there is nothing to name.
 */
export const chooseInput = async (
  check: Check,
  operation: string,
  tenant = 0
): Promise<ReadonlyArray<unknown> | null> => {
  if (isOfPayer(operation)) await openSessions(check.ground)
  const things = operation.startsWith("portal.") ? await thingsOfPayer(check, tenant) : null
  let input: ReadonlyArray<unknown> | null = null
  for (let tries = 0; tries < mostTries; tries++) {
    input = await anyInput(check, operation, tenant)
    const ids = slotsOf(input ?? []).map(({ id }) => id)
    if (things === null || ids.every((id) => things.has(id))) return input
  }
  return input
}

const mostTries = 20

const isOfPayer = (operation: string): boolean => /^(payer|portal)\./.test(operation)

/** Returns the ids that the payer of a merchant sees in the portal. */
const thingsOfPayer = async ({ ground }: Check, tenant: number): Promise<ReadonlySet<string>> => {
  const { rows, tenants, payers } = ground
  const [account, payer] = [tenants[tenant], payers[tenant]]
  if (account === undefined) return new Set()
  const all = [
    ...(await rows(account, PaymentCollection)),
    ...(await rows(account, PaymentInstrumentCollection)),
    ...(await rows(account, SubscriptionCollection))
  ]
  return new Set(all.filter(({ customer }) => customer === payer).map(({ id }) => id))
}

const anyInput = async ({ ground, random }: Check, operation: string, tenant: number) => {
  keys += 1
  const call: Call = {
    _tag: "Call",
    operation,
    process: 0,
    tenant,
    draws: Array.from({ length: 12 }, () => Math.trunc(random() * 100)),
    key: null,
    repeats: 0
  }
  const prepared = await prepareCall(ground, call, `chosen ${keys}`)
  return prepared === null ? null : prepared.input
}

let keys = 0

/** Returns true if an answer and everything behind it are like another one. */
export const isLike = (one: Answer, other: Answer): boolean =>
  one.text === other.text &&
  one.changes.length === other.changes.length &&
  readIn(one) === readIn(other)

/** Returns an answer without what was read for it, so that any reads are like any others. */
export const withoutReads = (answer: Answer): Answer => ({ ...answer, reads: [] })

const readIn = ({ reads }: Answer): string => reads.join(", ") || "nothing"

/**
 * Adds a finding for each difference from the answer to something that nobody has, and for
 * everything of another merchant that the answer shows or the call wrote.
 */
export const compare = (check: Check, place: string, given: Answer, expected: Answer): void => {
  const { findings } = check
  if (given.text !== expected.text) {
    findings.push(
      `${place}: an id of somebody else is answered ${given.text}, and an unknown one ` +
        expected.text
    )
  }
  if (given.changes.length !== expected.changes.length) {
    findings.push(
      `${place}: ${given.changes.length} rows were written, and otherwise ` +
        `${expected.changes.length}.`
    )
  }
  if (readIn(given) !== readIn(expected)) {
    findings.push(`${place}: read ${readIn(given)}, and otherwise ${readIn(expected)}.`)
  }
  checkAlone(check, place, given)
}

/**
 * Adds a finding for everything of another merchant that an answer shows or its call wrote, and for
 * an answer that is a failure.
 */
export const checkAlone = (check: Check, place: string, { text, changes }: Answer): void => {
  if (/^(500\n|broke: )/.test(text)) check.findings.push(`${place}: the call failed: ${text}`)
  const shown = wordsIn(text).filter((word) => check.others.words.has(word))
  if (shown.length > 0) {
    check.findings.push(`${place}: the answer shows ${[...new Set(shown)].join(", ")}.`)
  }
  for (const { scope, collection } of changes.filter((one) => !isOwn(check, one.scope))) {
    check.findings.push(`${place}: a row of ${scope.tenant} in ${collection.name} was written.`)
  }
}

/** Returns the words of a text, also of the cursors in it. */
const wordsIn = (text: string): ReadonlyArray<string> =>
  (text.match(words) ?? []).flatMap((word) => [word, ...idsIn(word), ...idsIn(decoded(word))])

/** Shorter words, such as small amounts, are in the rows of every merchant. */
const words = /[\w@.+-]{7,}/g

const decoded = (word: string): string =>
  word.length < 40 ? "" : Buffer.from(word, "base64url").toString("latin1")

/** A date, or milliseconds since the epoch. Merchants do things at the same times. */
const isTime = (word: string): boolean => /^\d{4}-\d{2}-\d{2}|^1\d{12}$/.test(word)

/** Names of codes and fields have no digits, and any merchant may come to have them. */
const isDistinct = (word: string): boolean => /[\d@]/.test(word) && !isTime(word)

/** Reads the rows of all merchants. */
export const readOthers = async ({ run, watched }: Ground, own: Scope): Promise<Others> => {
  const { collections } = await run(storedRows(watched.storage))
  const rows = Object.values(collections).flat()
  const [mine, theirs] = [true, false].map((isMine) =>
    rows.filter(
      ({ tenant, mode }) =>
        tenant.startsWith("tenant_") && (tenant === own.tenant && mode === own.mode) === isMine
    )
  ) as [typeof rows, typeof rows]
  const known = new Set(mine.flatMap(({ doc }) => wordsIn(JSON.stringify(doc))))
  const isTheirs = (word: string) => !known.has(word) && word !== own.tenant
  // Only the operations of the deployment take the id of a tenant.
  const ids = theirs
    .flatMap(({ doc }) => idsIn(doc.id))
    .filter((id) => isTheirs(id) && prefixOf(id) !== "tenant")
  const found = theirs.flatMap(({ doc }) => wordsIn(JSON.stringify(doc)))
  const texts = theirs.flatMap(({ doc }) => textsIn(doc)).filter(([, text]) => isTheirs(text))
  const fields = Map.groupBy(texts, ([field]) => field)
  return {
    ids: Map.groupBy(new Set(ids), prefixOf),
    fields: new Map(
      [...fields].map(([field, all]) => [field, [...new Set(all.map((one) => one[1]))]])
    ),
    words: new Set(found.filter((word) => isTheirs(word) && isDistinct(word)))
  }
}

/** Returns all texts of a row with the names of their fields. */
const textsIn = (value: unknown, field = ""): ReadonlyArray<readonly [string, string]> => {
  if (typeof value === "string") {
    return value.length >= 4 && /[a-z]/.test(value) && !isTime(value) ? [[field, value]] : []
  }
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    textsIn(part, Array.isArray(value) ? field : key)
  )
}
