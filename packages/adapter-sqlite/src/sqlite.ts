import { existsSync } from "node:fs"
import type { StorageUnavailable } from "@payloom/core"
import {
  type Collection,
  EngineCollections,
  optionsComplaint,
  type Row,
  Storage,
  UpgradesStores
} from "@payloom/core"
import { Effect, Layer } from "effect"
import { tryingWhileLocked } from "./lockWaits.ts"
import { openConnection } from "./openConnection.ts"
import { beginOpening, finishOpening } from "./opening.ts"
import { openingFailure } from "./openingFailure.ts"
import { SqliteRefused } from "./SqliteRefused.ts"

/** The options of {@link sqlite}. The defaults suit most applications. */
export interface SqliteOptions {
  /**
   * How long a commit waits for another process that writes, in milliseconds. Default: 5,000. Reads
   * continue meanwhile.
   */
  readonly busyTimeoutMs?: number
  /**
   * The collections whose tables are created or updated when the storage is opened. Default: all
   * collections of the engine and of its modules. Tables of other collections are created on
   * first use.
   */
  readonly collections?: ReadonlyArray<Collection<Row>>
  /**
   * If false, the file is opened only as it is. A missing file is refused with `no_store` instead
   * of being created, and the file of another release with `other_release` instead of being
   * upgraded. For tools beside a running engine. Default: true.
   */
  readonly upgrade?: boolean
}

/**
 * Returns storage in a SQLite file, or in memory for the path `:memory:`. A commit that succeeded
 * is on disk. Several processes may use one file. Only the engine may write to the file. Only its
 * owner can read a new file.
 *
 * Closes the file with the layer, after the commits that wait. Fails with `SqliteRefused` if a
 * person has to help, and with `StorageUnavailable` if the file is locked for too long.
 *
 * ```ts
 * const storage = sqlite("payloom.db")
 * ```
 */
export const sqlite = (
  path: string,
  options: SqliteOptions = {}
): Layer.Layer<Storage, StorageUnavailable | SqliteRefused> =>
  Layer.effect(
    Storage,
    Effect.map(
      Effect.acquireRelease(
        Effect.gen(function* () {
          const ofEngine = yield* EngineCollections
          return yield* open(path, options, { ofEngine, mayUpgrade: yield* UpgradesStores })
        }),
        ({ close }) => close
      ),
      ({ storage }) => storage
    )
  )

interface Opener {
  readonly ofEngine: ReadonlyArray<Collection<Row>>
  /** False if a tool opens the file, which must not change it. */
  readonly mayUpgrade: boolean
}

const open = (path: string, options: SqliteOptions, { ofEngine, mayUpgrade }: Opener) => {
  const failed = (cause: unknown) => Effect.fail(openingFailure(path, cause))
  const { busyTimeoutMs = 5000, collections = ofEngine } = options ?? {}
  const upgrade = mayUpgrade && options?.upgrade !== false
  const attempt = () => {
    assertOptions(path, options)
    if (!upgrade) assertFile(path)
    return beginOpening(openConnection(path, busyTimeoutMs), { collections, upgrade })
  }
  return tryingWhileLocked(attempt, busyTimeoutMs, failed).pipe(
    Effect.flatMap((begun) => finishOpening(begun, failed)),
    Effect.tap(({ sumUp }) => sumUp)
  )
}

/** A missing file would be created. */
const assertFile = (path: string): void => {
  if (path === ":memory:" || existsSync(path)) return
  throw new SqliteRefused({ reason: "no_store", path, detail: "there is no such file" })
}

/** Without a name, the driver would create a temporary database that is gone after the process. */
const assertOptions = (path: unknown, options: SqliteOptions): void => {
  const refused = (detail: string) =>
    new SqliteRefused({ reason: "options_invalid", path: shownPath(path), detail })
  if (typeof path !== "string" || path.trim() === "") {
    throw refused('its path must be the name of a file, such as "payloom.db", or ":memory:"')
  }
  if (path.match(/^postgres(?:ql)?:/i)) {
    throw refused("this is the address of PostgreSQL: use postgres of @payloom/adapter-postgres")
  }
  if (path.match(/^(?:file:|[a-z][a-z0-9+.-]*:\/\/)/i)) {
    throw refused('its path must be the name of a file, such as "payloom.db", not a URL')
  }
  const complaint = optionsComplaint(options, {
    busyTimeoutMs: "any",
    collections: "any",
    upgrade: "any"
  })
  if (complaint !== null) throw refused(complaint)
  const { busyTimeoutMs = 0, upgrade } = options
  if (!["boolean", "undefined"].includes(typeof upgrade)) {
    throw refused("upgrade must be true or false, or be left out")
  }
  if (!Number.isInteger(busyTimeoutMs) || Number(busyTimeoutMs) < 0) {
    throw refused("busyTimeoutMs must be a whole number of milliseconds of at least 0")
  }
}

/** Names the type of a path that is not a string. */
const shownPath = (path: unknown): string => {
  if (typeof path === "string") return withoutPassword(path) || '""'
  if (path === undefined || path === null) return "of no path"
  return `of a path that is ${typeof path === "object" ? "an" : "a"} ${typeof path}`
}

/** Hides the password of an address. */
const withoutPassword = (path: string): string => path.replace(/(:\/\/)[^\s/@]+(?=@)/, "$1…")
