import { reasonOf, type StoragePort, StorageUnavailable, TaggedError } from "@payloom/core"
import { Context, Effect, Fiber } from "effect"
import { nowMs, pause, within } from "./realTime.ts"

/** A cell does not answer. Its tenants can't pay. All others can. */
export class CellDown extends TaggedError("CellDown")<{
  /** The name of the cell. */
  readonly cell: string
  /** The error of its storage. */
  readonly cause: unknown
}> {
  override get message(): string {
    const { cell, cause } = this
    return `The cell ${cell} is down: ${reasonOf(cause)}`
  }
}

type Question<A, E, R> = (storage: StoragePort) => Effect.Effect<A, E, R>

/** How long work over all cells waits for one, in milliseconds: less than a health check. */
const usualPatienceMs = 800

/** The patience of cells that are opened, in milliseconds. Tests on busy machines have more. */
export const CellPatience = Context.Reference("@payloom/cells/CellPatience", {
  defaultValue: () => usualPatienceMs
})

/** How long work over all cells leaves out a cell that did not answer, in milliseconds. */
const restMs = 2000

/** How long a cell's identity counts as known, in milliseconds. */
const identityMs = 500

/** One of the storages, which may be down. */
export class Cell {
  readonly name: string
  readonly #patienceMs: number
  #storage: StoragePort | null = null
  #cause: unknown = "it is not open yet"
  #restsUntil = 0
  #isFull = false
  #version = 0
  #knownUntil = 0
  #moving: ReadonlySet<string> = new Set()

  constructor(name: string, patienceMs = usualPatienceMs) {
    this.name = name
    this.#patienceMs = patienceMs
  }

  /** The storage. Null while it can't be opened. */
  get storage(): StoragePort | null {
    return this.#storage
  }

  /** The last cause for which it was down. */
  get failure(): unknown {
    return this.#cause
  }

  /** True if it answers reads, also if its disk is full. */
  get isReachable(): boolean {
    return this.#storage !== null && (this.#isFull || !this.isResting)
  }

  /** True if work over all cells leaves it out. */
  get isResting(): boolean {
    return this.#storage === null || nowMs() < this.#restsUntil
  }

  /** Keeps the storage of the cell, which was opened. */
  open(storage: StoragePort): void {
    this.#storage = storage
    this.#restsUntil = 0
  }

  /** Keeps the cause for which the storage can't be opened. */
  close(cause: unknown): void {
    this.#cause = cause
  }

  /** Asks the storage. */
  ask<A, E, R>(question: Question<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> {
    return Effect.suspend((): Effect.Effect<A, E | StorageUnavailable, R> => {
      const storage = this.#storage
      return storage === null ? this.#down() : question(storage)
    })
  }

  /**
   * Asks the storage on behalf of all tenants, for at most its patience. A cell that fails, or
   * does not answer for that long, is left out for a while. The question itself is not interrupted.
   */
  askBriefly<A, E>(question: Question<A, E, never>): Effect.Effect<A, E | StorageUnavailable> {
    return Effect.suspend((): Effect.Effect<A, E | StorageUnavailable> => {
      const storage = this.#storage
      if (storage === null || this.isResting) return this.#down()
      return Effect.flatMap(
        Effect.forkDetach(question(storage), { startImmediately: true }),
        (fiber) => {
          const answered = fiber.pollUnsafe()
          const answer: Effect.Effect<A, E | StorageUnavailable> =
            answered === undefined ? this.#within(Fiber.join(fiber)) : answered
          return Effect.tapError(answer, (error) =>
            Effect.sync(() => {
              if (error instanceof StorageUnavailable) this.#rest(error)
            })
          )
        }
      )
    })
  }

  /**
   * Fails if the disk of the cell is full, as of its last commit and a small write. A cell that is
   * down, or silent, succeeds.
   */
  checkWrites(): Effect.Effect<void, StorageUnavailable> {
    return Effect.suspend(() => {
      const { checkWrites = Effect.succeed([]) } = this.#storage ?? {}
      if (!this.isReachable) return Effect.void
      const checking = Effect.map(checkWrites, () => {
        this.#isFull = false
      })
      return Effect.catch(Effect.raceFirst(checking, pause(this.#patienceMs)), (error) => {
        this.#isFull = error.isFull === true
        return this.#isFull ? Effect.fail(error) : Effect.void
      })
    })
  }

  /** True if the identity was read within the last half second. */
  get isKnown(): boolean {
    return nowMs() < this.#knownUntil
  }

  /** True if the place of a tenant in this cell needs no read: it is known, and not moving. */
  isHomeOf(tenant: string): boolean {
    return this.isKnown && !this.#moving.has(tenant)
  }

  /**
   * Notes the version of the identity and the tenants that move. Returns true if a tenant may have
   * left since the last one, or if it is the first one.
   */
  know(
    version: number,
    moving: ReadonlyArray<{ readonly tenant: string }>,
    askedAt: number
  ): boolean {
    const isOther = this.#version !== version
    this.#version = version
    if (isOther) this.#moving = new Set(moving.map(({ tenant }) => tenant))
    this.#knownUntil = askedAt + identityMs
    return isOther
  }

  #within<A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | StorageUnavailable> {
    return within(this.#patienceMs, `it was silent for ${this.#patienceMs} ms`, work)
  }

  #rest({ cause, isFull = false }: StorageUnavailable): void {
    this.#cause = cause
    this.#isFull = isFull
    this.#restsUntil = nowMs() + restMs
  }

  #down(): Effect.Effect<never, StorageUnavailable> {
    return Effect.fail(
      new StorageUnavailable({ cause: new CellDown({ cell: this.name, cause: this.#cause }) })
    )
  }
}
