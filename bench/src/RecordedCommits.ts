import { hash } from "node:crypto"
import { type Change, feedPart, idBounds, type Scope } from "@payloom/core"

/** A column of a row beside its document. */
interface Column {
  readonly name: string
  readonly value: string | number | null
}

/** A change as a driver writes it: the row's columns and document, or only the row's id. */
export interface RawChange {
  readonly tag: Change["_tag"]
  readonly table: string
  readonly scope: Scope
  readonly id: string
  /** The version of the row after the change. */
  readonly version: number
  readonly columns: ReadonlyArray<Column>
  /** The row's part of the feed. Null if the collection has no feed. */
  readonly part: number | null
  readonly doc: string
}

/** The time between two old charges, in milliseconds. */
const usuallyApartMs = 180_000

/** Returns the time of the nth old charge. Old charges are three minutes apart by default. */
export const momentOfOld = (nth: number, apartMs = usuallyApartMs): number =>
  Date.UTC(2024, 0, 1) + nth * apartMs

/** Returns the first characters of ids from this time. */
const ulidTime = (moment: number): string =>
  idBounds("ledger", moment).first.slice("ledger_".length, -16)

const keyHash = /^[0-9a-f]{32}$/
const ulid = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g

/** Commits of an engine that can be written again and again, each time with new ids. */
export class RecordedCommits {
  readonly #commits: ReadonlyArray<ReadonlyArray<Change>>
  readonly #own: ReadonlySet<string>
  readonly #age: "old" | "new"
  readonly #apartMs: number | undefined
  #counter = 0
  #charges = 0

  /**
   * Gives old charges times in the past, three minutes apart by default. New charges have later ids
   * than any charge of the engine.
   */
  constructor(
    commits: ReadonlyArray<ReadonlyArray<Change>>,
    age: "old" | "new" = "new",
    apartMs?: number
  ) {
    this.#commits = commits
    this.#age = age
    this.#apartMs = apartMs
    this.#own = new Set(
      commits
        .flat()
        .flatMap((change) => (change._tag === "Insert" ? (change.row.id.match(ulid) ?? []) : []))
    )
  }

  /** The scope of the commits. */
  get scope(): Scope {
    const scope = this.#commits[0]?.[0]?.scope
    if (scope === undefined) throw new Error("No commit was recorded.")
    return scope
  }

  /** Returns the commits again, with ids that were never used. */
  again(): ReadonlyArray<ReadonlyArray<RawChange>> {
    const renamed = this.#renaming()
    return this.#commits.map((changes) => changes.map((change) => this.#write(change, renamed)))
  }

  /**
   * Returns a function that replaces ids. Each new id sorts after all earlier ids, as the engine's
   * do.
   */
  #renaming(): (text: string) => string {
    const names = new Map<string, string>()
    const made =
      this.#age === "old" ? ulidTime(momentOfOld(this.#charges++, this.#apartMs)) : "7000000000"
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

  /** Replaces the value of a unique key: ids, idempotency keys and hashes must be new each time. */
  #renamedKey(
    name: string,
    value: Column["value"],
    renamed: (text: string) => string
  ): Column["value"] {
    if (typeof value !== "string") return value
    const other = renamed(value)
    if (other !== value || !name.startsWith("key_")) return other
    // Hashes come in random order, so each costs the driver another page.
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
