import { type Collection, collection, type Job, type Row, type Scope } from "@payloom/core"
import { Schema } from "effect"

/** A row with everything that a collection can declare. */
export const Account = Schema.Struct({
  id: Schema.String,
  /** Unique in its scope. */
  email: Schema.NullOr(Schema.String),
  /** Unique in its scope too, to tell which of two keys was taken. */
  slot: Schema.NullOr(Schema.String),
  /** Unique across scopes. */
  handle: Schema.NullOr(Schema.String),
  status: Schema.String,
  owner: Schema.NullOr(Schema.String),
  balance: Schema.BigInt,
  note: Schema.String
})
export type Account = typeof Account.Type

export const Accounts = collection<Account>({
  name: "contract_accounts",
  schema: Account,
  unique: {
    email: { of: (account) => account.email },
    slot: { of: (account) => account.slot },
    handle: { of: (account) => account.handle, global: true }
  },
  indexes: {
    status: { of: (account) => account.status },
    owner: { of: (account) => account.owner }
  }
})

/** An account with this number, without anything that could be taken. */
export const account = (number: number, fields: Partial<Account> = {}): Account => ({
  id: accountId(number),
  email: null,
  slot: null,
  handle: null,
  status: "open",
  owner: null,
  balance: 0n,
  note: "",
  ...fields
})

/** Ids in the order of their numbers. */
export const accountId = (number: number): string => `account_${number.toString().padStart(8, "0")}`

const Line = Schema.Struct({ id: Schema.String, text: Schema.String })
/** A row of an append-only collection. */
export type Line = typeof Line.Type

/** Rows that are never changed. */
export const Entries: Collection<Line> = collection<Line>({
  name: "contract_entries",
  schema: Line,
  unique: { only: { of: (line) => (line.text.startsWith("only ") ? line.text : null) } },
  indexes: { text: { of: (line) => line.text } },
  appendOnly: true
})

/** Rows that are thrown away once they are old. */
export const Marks: Collection<Line> = collection<Line>({
  name: "contract_marks",
  schema: Line,
  unique: { text: { of: (line) => line.text } },
  sweepable: true
})

/** A line with this number. */
export const line = (number: number, text = `text ${number}`): Line => ({
  id: `line_${number.toString().padStart(8, "0")}`,
  text
})

/** A job that nobody has claimed yet. */
export const job = (number: number, fields: Partial<Job> = {}): Job => ({
  id: `job_${number.toString().padStart(8, "0")}`,
  kind: "recover_attempt",
  subject: `subject ${number}`,
  dueAt: 1_000,
  leasedUntil: null,
  asked: 0,
  failures: 0,
  ...fields
})

export const here: Scope = { tenant: "tenant_here", mode: "live" }
export const hereInTest: Scope = { tenant: "tenant_here", mode: "test" }
export const there: Scope = { tenant: "tenant_there", mode: "live" }

/** The numbers from 1 to `last`. */
export const upTo = (last: number): ReadonlyArray<number> =>
  Array.from({ length: last }, (_, at) => at + 1)

/** A row that no store can encode: a bigint where its collection has none. */
export const illFormed = (id: string): Row => {
  const row = { ...account(0), id, note: 1n }
  return row
}
