import { hash } from "node:crypto"
import { type Change, feedPart, idBounds, type Scope } from "@payloom/core"

/** A value beside a row's document. */
interface Column {
  readonly name: string
  readonly value: string | number | null
}

/** A change as a driver writes it: a row's columns and its document, or the place of a row. */
export interface RawChange {
  readonly tag: Change["_tag"]
  readonly table: string
  readonly scope: Scope
  readonly id: string
  /** The version that the row has after it. */
  readonly version: number
  readonly columns: ReadonlyArray<Column>
  /** The part of the feed that it is in; null where there is none. */
  readonly part: number | null
  readonly doc: string
}

/** When an old charge was made that so many others come before. */
export const momentOfOld = (nth: number): number => Date.UTC(2024, 0, 1) + nth * 180_000

/** The time as ids begin with it. */
const ulidTime = (moment: number): string =>
  idBounds("ledger", moment).first.slice("ledger_".length, -16)

const keyHash = /^[0-9a-f]{32}$/
const ulid = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g

/** The commits of something that an engine did, to be written again and again under new ids. */
export class RecordedCommits {
  readonly #commits: ReadonlyArray<ReadonlyArray<Change>>
  readonly #own: ReadonlySet<string>
  readonly #age: "old" | "new"
  #counter = 0
  #charges = 0

  /**
   * Charges count as made long ago, three minutes after one another, or as newer than all that the
   * engine makes.
   */
  constructor(commits: ReadonlyArray<ReadonlyArray<Change>>, age: "old" | "new" = "new") {
    this.#commits = commits
    this.#age = age
    this.#own = new Set(
      commits
        .flat()
        .flatMap((change) => (change._tag === "Insert" ? (change.row.id.match(ulid) ?? []) : []))
    )
  }

  /** The scope that they were made in. */
  get scope(): Scope {
    const scope = this.#commits[0]?.[0]?.scope
    if (scope === undefined) throw new Error("nothing was recorded")
    return scope
  }

  /** The commits once more, under ids that were never used. */
  again(): ReadonlyArray<ReadonlyArray<RawChange>> {
    const renamed = this.#renaming()
    return this.#commits.map((changes) => changes.map((change) => this.#write(change, renamed)))
  }

  /** New ids that sort behind all before, as the engine's do. */
  #renaming(): (text: string) => string {
    const names = new Map<string, string>()
    const made = this.#age === "old" ? ulidTime(momentOfOld(this.#charges++)) : "7000000000"
    for (const old of this.#own) {
      this.#counter += 1
      names.set(old, `${made}${String(this.#counter).padStart(16, "0")}`)
    }
    return (text) => text.replace(ulid, (id) => names.get(id) ?? id)
  }

  #write(change: Change, renamed: (text: string) => string): RawChange {
    const { _tag: tag, scope, collection } = change
    const isRow = "row" in change
    return {
      tag,
      table: collection.name,
      scope,
      id: renamed(isRow ? change.row.id : change.id),
      version: tag === "Insert" ? 1 : change.version + 1,
      columns: isRow
        ? columnsOf(change)
            .filter(({ name }) => tag === "Insert" || !name.startsWith("key_"))
            .map(({ name, value }) => ({ name, value: this.#renamedKey(name, value, renamed) }))
        : [],
      part:
        isRow && collection.feed !== null
          ? feedPart(renamed(collection.feed.of(change.row)))
          : null,
      doc: isRow ? renamed(collection.encode(change.row)) : ""
    }
  }

  /** Unique keys hold ids, or what must be new each time too: idempotency keys and hashes. */
  #renamedKey(
    name: string,
    value: Column["value"],
    renamed: (text: string) => string
  ): Column["value"] {
    if (typeof value !== "string") return value
    const other = renamed(value)
    if (other !== value || !name.startsWith("key_")) return other
    // What is stored as a hash comes in no order, and so costs the driver another page.
    const fresh = `${value}-${this.#counter}`
    return keyHash.test(value) ? hash("sha256", fresh).slice(0, 32) : fresh
  }
}

const columnsOf = ({
  collection,
  row
}: Extract<Change, { readonly row: unknown }>): ReadonlyArray<Column> => [
  ...Object.entries(collection.indexes).map(([name, index]) => ({
    name: `by_${name}`,
    value: index.of(row)
  })),
  ...Object.entries(collection.unique).map(([name, key]) => ({
    name: `key_${name}`,
    value: key.of(row)
  })),
  ...(collection.name === "jobs" ? jobColumns(row) : [])
]

const jobColumns = (row: object): ReadonlyArray<Column> => {
  const job = row as {
    readonly dueAt: number
    readonly leasedUntil: number | null
    readonly kind: string
  }
  return [
    { name: "due_at", value: job.dueAt },
    { name: "leased_until", value: job.leasedUntil },
    { name: "kind", value: job.kind }
  ]
}
