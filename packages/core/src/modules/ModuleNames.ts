import type { IdPrefix } from "../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import type { ModuleEvent } from "./ModuleEvent.ts"
import type { ModuleJob } from "./ModuleJob.ts"
import { misused } from "./misused.ts"

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
  readonly #tables: ReadonlySet<string>
  readonly #events: ReadonlySet<string>
  readonly #jobs: ReadonlySet<string>
  readonly #accounts: ReadonlySet<string>

  constructor({ name, collections, events, jobs, accounts }: Named) {
    this.name = name
    this.#tables = new Set(collections.map((of) => of.name))
    this.#events = new Set(events.map(({ type }) => type))
    this.#jobs = new Set(jobs.map(({ kind }) => kind))
    this.#accounts = new Set(accounts)
  }

  requireTable({ name }: Pick<Collection<Row>, "name">): void {
    if (!this.#tables.has(name)) this.#refuse(`writes ${name}`, "collections")
  }

  requireEvent({ type }: Pick<ModuleEvent, "type">): void {
    if (!this.#events.has(type)) this.#refuse(`records ${type}`, "events")
  }

  requireJob({ kind }: Pick<ModuleJob, "kind">): void {
    if (!this.#jobs.has(kind)) this.#refuse(`schedules ${kind}`, "jobs")
  }

  requirePosting(kind: string, debit: string, credit: string): void {
    if (!kind.startsWith(`${this.name}.`)) {
      misused(`The movement ${kind} must begin with ${this.name} and a dot.`)
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
