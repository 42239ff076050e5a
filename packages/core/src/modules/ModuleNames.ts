import { misused } from "../kernel/primitives/misused.ts"
import type { IdPrefix } from "../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import { isStorable } from "./isStorable.ts"
import type { ModuleEvent } from "./ModuleEvent.ts"
import type { ModuleJob } from "./ModuleJob.ts"

/** The parts of a module's definition that have names. */
interface Named {
  readonly name: string
  readonly collections: ReadonlyArray<Collection<Row>>
  readonly events: ReadonlyArray<ModuleEvent>
  readonly jobs: ReadonlyArray<ModuleJob>
  readonly accounts: ReadonlyArray<string>
}

/**
 * The names that belong to a module. Each check throws if the module uses another name. Its
 * decision is not committed then.
 */
export class ModuleNames {
  readonly name: string
  readonly #tables: ReadonlyMap<string, Collection<Row>>
  readonly #events: ReadonlySet<string>
  readonly #jobs: ReadonlySet<string>
  readonly #accounts: ReadonlySet<string>

  constructor({ name, collections, events, jobs, accounts }: Named) {
    this.name = name
    this.#tables = new Map(collections.map((of) => [of.name, of]))
    this.#events = new Set(events.map(({ type }) => type))
    this.#jobs = new Set(jobs.map(({ kind }) => kind))
    this.#accounts = new Set(accounts)
  }

  /** Returns the module's own table of the name. */
  requireTable<R extends Row>({ name }: Collection<R>): Collection<R> {
    const own = this.#tables.get(name)
    return (own ?? this.#refuse(`writes ${name}`, "collections")) as unknown as Collection<R>
  }

  requireEvent({ type }: Pick<ModuleEvent, "type">): void {
    if (!this.#events.has(type)) this.#refuse(`records ${type}`, "events")
  }

  requireJob({ kind }: Pick<ModuleJob, "kind">): void {
    if (!this.#jobs.has(kind)) this.#refuse(`schedules ${kind}`, "jobs")
  }

  requirePosting(kind: string, debit: string, credit: string): void {
    const [name, word = "", ...more] = `${kind}`.split(".")
    if (name !== this.name || !/^[a-z0-9_]{1,40}$/.test(word) || more.length > 0) {
      misused(`The movement ${kind} must begin with ${this.name} and a dot, and end with a word.`)
    }
    for (const account of [debit, credit]) {
      if (!this.#accounts.has(account)) this.#refuse(`books on ${account}`, "accounts")
    }
    if (debit === credit) {
      misused(`The movement ${kind} debits and credits the same account, ${debit}.`)
    }
  }

  /** A row of another form would be unreadable later. */
  requireRow<R extends Row>(of: Collection<R>, row: R, before?: Stored<R>): void {
    if (before !== undefined && before.row.id !== row.id) {
      misused(`An update of ${of.name} changes the id ${before.row.id}.`)
    }
    if (!of.conforms(row, before?.row)) {
      misused(`A row of ${of.name} does not match the schema of its collection.`)
    }
    if (row.id === "" || !isStorable(row.id)) {
      misused(`The id of a row of ${of.name} is empty or no text that databases can store.`)
    }
  }

  newId({ id }: CommitContext, prefix: string): string {
    if (!/^[a-z]{1,12}$/.test(prefix)) {
      misused(`The prefix of newId must be 1 to 12 lower-case letters, not ${prefix}.`)
    }
    return id(prefix as IdPrefix)
  }

  #refuse(what: string, list: string): never {
    return misused(
      `The module ${this.name} ${what}, which is not in ${list} of its defineModule: add it ` +
        "if it is the module's own. A module can't change what belongs to core or to others."
    )
  }
}
