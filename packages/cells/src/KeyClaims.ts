import {
  type Change,
  CommitConflict,
  check,
  deploymentScope,
  insert,
  remove,
  type Scope,
  type StoragePort,
  StorageUnavailable,
  type Stored,
  storedRow,
  update
} from "@payloom/core"
import { Deferred, Effect, Exit, Option } from "effect"
import { type CommitToken, CommitTokenCollection } from "./cellRows.ts"
import { type KeyHolder, KeyHolderCollection } from "./directoryRows.ts"
import type { Homes } from "./Homes.ts"
import { nowMs, pause } from "./realTime.ts"
import type { TakenKey } from "./takenKeys.ts"

/** How often a commit tries to claim its values while other commits claim the same. */
const mostTries = 200

/** How long a process that claimed a value has, in milliseconds, before others assume its death. */
const defaultGraceMs = 1000

const lookEveryMs = 10

/** How often a commit begins again, because another process took this one for dead. */
const mostDeaths = 5

/** A value that this commit has claimed, and its holder before. */
interface Claimed {
  readonly before: Stored<KeyHolder> | null
  readonly now: Stored<KeyHolder>
}

/** The state of a value that the directory says another commit holds. */
type Held = "free" | "taken" | "changed"

/**
 * Keeps values unique over all cells. A commit that takes such a value first claims it in the
 * directory with a token, which its changes in the cell also write. After the commit the claim is
 * confirmed, or released. If a process died in between, another one looks in the cell: either the
 * row is there, or it writes the token itself, so that the late commit conflicts.
 */
export class KeyClaims {
  readonly #directory: StoragePort
  readonly #homes: Homes
  readonly #graceMs: number
  /** The claims of this process, until they are confirmed or released. */
  readonly #own = new Map<string, Deferred.Deferred<void>>()

  constructor(directory: StoragePort, homes: Homes, graceMs = defaultGraceMs) {
    this.#directory = directory
    this.#homes = homes
    this.#graceMs = graceMs
  }

  /**
   * Commits changes that take values. If another process took this one for dead, it begins again.
   */
  commit(
    changes: ReadonlyArray<Change>,
    keys: readonly [TakenKey, ...ReadonlyArray<TakenKey>],
    tries = mostDeaths
  ): ReturnType<StoragePort["commit"]> {
    const { tenant } = keys[0].scope
    const once = this.commitOnce(changes, keys, (all) => this.#homes.commit(tenant, all))
    return Effect.catchTag(once, "CommitConflict", (conflict) =>
      tries > 0 && isOfToken(conflict)
        ? this.commit(changes, keys, tries - 1)
        : Effect.fail(conflict)
    )
  }

  /**
   * Commits changes that take values, once. `commit` writes them to the cell, with the token as a
   * further change.
   */
  commitOnce(
    changes: ReadonlyArray<Change>,
    keys: readonly [TakenKey, ...ReadonlyArray<TakenKey>],
    commit: StoragePort["commit"]
  ): ReturnType<StoragePort["commit"]> {
    return Effect.suspend(() => {
      const { scope } = keys[0]
      const token = storedRow(scope, { id: globalThis.crypto.randomUUID() as string }, 1)
      const settled = Deferred.makeUnsafe<void>()
      this.#own.set(token.row.id, settled)
      const write = [...changes, insert(scope, CommitTokenCollection, token.row)]
      return this.#claim(scope, changes, keys, token.row.id).pipe(
        Effect.flatMap((claimed) =>
          Effect.onExit(commit(write), (exit) => this.#settle(token, claimed, exit))
        ),
        Effect.ensuring(
          Effect.sync(() => {
            this.#own.delete(token.row.id)
            Deferred.doneUnsafe(settled, Effect.void)
          })
        )
      )
    })
  }

  /** Claims all values in one commit of the directory. Fails if another tenant has one of them. */
  readonly #claim = Effect.fnUntraced(function* (
    this: KeyClaims,
    { tenant, mode }: Scope,
    changes: ReadonlyArray<Change>,
    keys: ReadonlyArray<TakenKey>,
    token: string
  ) {
    const seen = new Map<string, number>()
    const ids = keys.map(({ id }) => id)
    for (let tries = 0; tries < mostTries; tries++) {
      const found = yield* this.#directory.getMany(deploymentScope, KeyHolderCollection, ids)
      const holders = new Map(found.map((holder) => [holder.row.id, holder]))
      let isChanged = false
      for (const taken of keys) {
        const holder = holders.get(taken.id)
        if (holder === undefined) continue
        if (holder.row.tenant === tenant && holder.row.token === null) continue
        const held = yield* this.#heldBy(holder, taken, tenant, seen)
        if (held === "taken") return yield* this.#conflict(tenant, changes, taken)
        isChanged ||= held === "changed"
      }
      if (isChanged) continue
      const claimed = keys.map((key) =>
        claimOf({ id: key.id, tenant, mode, token }, holders.get(key.id) ?? null)
      )
      const isClaimed = yield* this.#write(claimed.map(claiming))
      if (isClaimed) return claimed
    }
    const values = keys.map(({ of, key }) => `${key} of ${of.name}`).join(", ")
    return yield* Effect.fail(
      new StorageUnavailable({ cause: `too many commits take the same value (${values})` })
    )
  })

  /** Finds out if the value of a holder is taken, or may be claimed by a tenant. */
  readonly #heldBy = Effect.fnUntraced(function* (
    this: KeyClaims,
    { row: holder }: Stored<KeyHolder>,
    { of, key, value }: TakenKey,
    tenant: string,
    seen: Map<string, number>
  ) {
    const look = Effect.map(
      this.#homes.findKey(holder.tenant, of, key, value),
      Option.map(({ scope }): Held => (scope.tenant === tenant ? "free" : "taken"))
    )
    const found = yield* look
    if (Option.isSome(found)) return found.value
    if (holder.token === null) return "free"
    const own = this.#own.get(holder.token)
    if (own !== undefined) {
      yield* Deferred.await(own)
      return "changed"
    }
    const since = seen.get(holder.token) ?? nowMs()
    seen.set(holder.token, since)
    if (nowMs() < since + this.#graceMs) {
      yield* pause(lookEveryMs)
      return "changed"
    }
    const scope: Scope = { tenant: holder.tenant, mode: holder.mode }
    const fence = insert(scope, CommitTokenCollection, { id: holder.token })
    yield* Effect.catchTag(
      this.#homes.commit(holder.tenant, [fence]),
      "CommitConflict",
      () => Effect.void
    )
    // Now either the late commit can't succeed any more, or it has succeeded before.
    return Option.getOrElse(yield* look, (): Held => "free")
  })

  /**
   * Fails with the first conflict of a commit one of whose values another tenant has. Its earlier
   * changes may conflict in the cell. So they are tried there, with a check that always fails.
   */
  readonly #conflict = Effect.fnUntraced(function* (
    this: KeyClaims,
    tenant: string,
    changes: ReadonlyArray<Change>,
    { of, key, at, scope }: TakenKey
  ) {
    const never = check(CommitTokenCollection, storedRow(scope, { id: "none" }, 1))
    const tried = this.#homes.commit(tenant, [...changes.slice(0, at + 1), never])
    const taken = new CommitConflict({ reason: "key_taken", collection: of.name, key })
    return yield* Effect.catchTag(tried, "CommitConflict", (conflict) =>
      Effect.fail(isOfToken(conflict) ? taken : conflict)
    ).pipe(Effect.andThen(Effect.fail(taken)))
  })

  /**
   * Confirms or releases claims. If the result of the commit is unknown, they stay until somebody
   * needs one of the values. A failure of the directory does no harm for the same reason.
   */
  #settle(
    token: Stored<CommitToken>,
    claimed: ReadonlyArray<Claimed>,
    exit: Exit.Exit<void, CommitConflict | StorageUnavailable>
  ): Effect.Effect<void> {
    if (Exit.isSuccess(exit)) {
      const removal = remove(CommitTokenCollection, token)
      return this.#write(claimed.map(confirming)).pipe(
        Effect.andThen(this.#homes.commit(token.scope.tenant, [removal])),
        Effect.ignore
      )
    }
    const isRefused = exit.cause.reasons.some(
      (reason) => reason._tag === "Fail" && reason.error._tag === "CommitConflict"
    )
    return isRefused ? Effect.ignore(this.#write(claimed.map(releasing))) : Effect.void
  }

  /** Writes to the directory. Returns false if another process was faster. */
  #write(changes: ReadonlyArray<Change>): Effect.Effect<boolean, StorageUnavailable> {
    return Effect.as(this.#directory.commit(changes), true).pipe(
      Effect.catchTag("CommitConflict", () => Effect.succeed(false))
    )
  }
}

const claimOf = (row: KeyHolder, before: Stored<KeyHolder> | null): Claimed => ({
  before,
  now: storedRow(deploymentScope, row, (before?.version ?? 0) + 1)
})

const isOfToken = (error: CommitConflict | StorageUnavailable): boolean =>
  error._tag === "CommitConflict" && error.collection === CommitTokenCollection.name

const claiming = ({ before, now }: Claimed): Change =>
  before === null
    ? insert(deploymentScope, KeyHolderCollection, now.row)
    : update(KeyHolderCollection, before, now.row)

const confirming = ({ now }: Claimed): Change =>
  update(KeyHolderCollection, now, { ...now.row, token: null })

const releasing = ({ before, now }: Claimed): Change =>
  before === null
    ? remove(KeyHolderCollection, now)
    : update(KeyHolderCollection, now, { ...before.row, token: null })
