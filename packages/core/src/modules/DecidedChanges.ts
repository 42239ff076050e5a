import { misused } from "../kernel/primitives/misused.ts"
import type { Change } from "../platform/storage/Change.ts"
import { type Job, JobCollection, jobKey } from "../platform/storage/Job.ts"
import type { ModuleChange } from "./ModuleContext.ts"

/**
 * The changes that one decision of a module has made. The module gets an empty object in place of
 * each, so that it can return a change, and can't alter it.
 */
export class DecidedChanges {
  readonly #module: string
  readonly #made = new WeakMap<object, Change>()

  constructor(module: string) {
    this.#module = module
  }

  /** Returns what the module gets in place of changes. */
  handlesOf(changes: ReadonlyArray<Change>): ReadonlyArray<ModuleChange> {
    return changes.map((change) => {
      const handle = Object.freeze({}) as ModuleChange
      this.#made.set(handle, change)
      return handle
    })
  }

  /**
   * Returns the changes that the module decided on. Throws for anything that its context did not
   * make, and for a row that is changed twice, because such a commit would always conflict.
   */
  in(decided: unknown): ReadonlyArray<Change> {
    const steps: ReadonlyArray<unknown> = Array.isArray(decided) ? decided.flat() : [decided]
    return this.#onceEach(steps.map((step) => this.#changeOf(step)))
  }

  #changeOf(step: unknown): Change {
    const change = typeof step === "object" && step !== null ? this.#made.get(step) : undefined
    return (
      change ??
      misused(
        `The module ${this.#module} decided on a change that its context did not make: use ` +
          "context.insert, update, remove, check, post, schedule and unschedule of the same " +
          "decision."
      )
    )
  }

  /** A job that is scheduled several times keeps its last time. */
  #onceEach(changes: ReadonlyArray<Change>): ReadonlyArray<Change> {
    const written = new Map<string, Change>()
    const checks: Array<Change> = []
    for (const change of changes) {
      const place = placeOf(change)
      if (change._tag === "Check") checks.push(change)
      else if (written.has(place) && change.collection.name !== JobCollection.name) {
        return misused(
          `The module ${this.#module} changes ${place} twice in one decision: change it once.`
        )
      } else written.set(place, change)
    }
    return [...written.values(), ...checks.filter((check) => !written.has(placeOf(check)))]
  }
}

/** Returns the name of a change's row. New jobs have new ids, so their keys stand for them. */
export const placeOf = (change: Change): string => {
  const { collection } = change
  const id = "row" in change ? change.row.id : change.id
  const isNewJob = change._tag === "Insert" && collection.name === JobCollection.name
  return `${collection.name}/${isNewJob ? jobKey(change.row as Job) : id}`
}
