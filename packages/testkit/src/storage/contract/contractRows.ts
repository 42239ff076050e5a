import { type Collection, collection, type Job, type Row, type Scope } from "@payloom/core"
import { Schema } from "effect"

/** A row that uses every feature of a collection. */
export const Account = Schema.Struct({
  id: Schema.String,
  /** Unique in its scope. */
  email: Schema.NullOr(Schema.String),
  /** Also unique in its scope, so that a rule can see which of two keys was taken. */
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

/** Returns an account with this number and without any unique key. */
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

/** Returns the id of a number. Ids sort as their numbers do. */
export const accountId = (number: number): string => `account_${number.toString().padStart(8, "0")}`

const Line = Schema.Struct({
  id: Schema.String,
  text: Schema.String,
  own_notes: Schema.optionalKey(Schema.Json)
})
/** A row of an append-only collection. */
export type Line = typeof Line.Type

/** An append-only collection. */
export const Entries: Collection<Line> = collection<Line>({
  name: "contract_entries",
  schema: Line,
  unique: { only: { of: (line) => (line.text.startsWith("only ") ? line.text : null) } },
  indexes: { text: { of: (line) => line.text } },
  appendOnly: true
})

/** An append-only collection, in whose notes texts can be erased. */
export const ErasableEntries: Collection<Line> = collection<Line>({
  name: "contract_erasable_entries",
  schema: Line,
  indexes: { text: { of: (line) => line.text } },
  appendOnly: true,
  erasable: ["own_notes"]
})

/** A collection whose old rows can be swept. */
export const Marks: Collection<Line> = collection<Line>({
  name: "contract_marks",
  schema: Line,
  unique: { text: { of: (line) => line.text } },
  sweepable: true
})

/** Returns a line with this number. */
export const line = (number: number, text = `text ${number}`): Line => ({
  id: `line_${number.toString().padStart(8, "0")}`,
  text
})

/** Returns a job that nobody has claimed. */
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

/** Returns the numbers from 1 to `last`. */
export const upTo = (last: number): ReadonlyArray<number> =>
  Array.from({ length: last }, (_, at) => at + 1)

/** Returns a row that no store can encode: it has a bigint, and its collection has none. */
export const illFormed = (id: string): Row => {
  const row = { ...account(0), id, note: 1n }
  return row
}
