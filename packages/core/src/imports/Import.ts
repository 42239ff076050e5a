import { Effect, Option, Schema } from "effect"
import { parameterInvalid } from "../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../kernel/input/ResourceNotFound.ts"
import { ImportId } from "../kernel/primitives/PublicId.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { type Change, update } from "../platform/storage/Change.ts"
import { collection, type Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"

/** The systems that can be imported from. */
export const ImportSource = Schema.Literals(["stripe"])

/** An import as it is stored. There is one for each account of another system. */
export const ImportRecord = Schema.Struct({
  id: ImportId,
  source: ImportSource,
  /** The account's name in the other system. */
  account: Schema.String,
  /** The provider and the credentials of the merchant account that can charge the cards. */
  provider: Schema.String,
  credentials: Schema.String,
  /** The number of commands that worked on the import. Only the newest one may write. */
  session: Schema.Int,
  /** The position of each list that is walked: the last finished page. */
  positions: Schema.Record(Schema.String, Schema.String),
  created: Millis,
  changed: Millis
})
export interface ImportRecord extends Schema.Schema.Type<typeof ImportRecord> {}

export const ImportCollection = collection<ImportRecord>({
  name: "imports",
  schema: ImportRecord,
  unique: { account: { of: ({ source, account }) => `${source}:${account}` } }
})

/** An import from another system: its progress, which survives any process. */
export interface Import {
  /** `import_` and a ULID. */
  readonly id: ImportId
  /** The other system. */
  readonly source: "stripe"
  /** The account's name in the other system. */
  readonly account: string
  /** The name of the provider that can charge the cards. */
  readonly provider: string
  /** The credentials of the merchant account that can charge the cards. */
  readonly credentials: string
  /** The number of the newest command. Every write has to name it. */
  readonly session: number
  /** The last finished page of each list. */
  readonly positions: Readonly<Record<string, string>>
  /** The time of its creation, in milliseconds since the epoch. */
  readonly created: number
  /** The time of the last write, in milliseconds since the epoch. */
  readonly changed: number
}

/** The resource of a stored import. */
export const toImport = (record: ImportRecord): Import => ({
  id: record.id,
  source: record.source,
  account: record.account,
  provider: record.provider,
  credentials: record.credentials,
  session: record.session,
  positions: record.positions,
  created: record.created,
  changed: record.changed
})

/** Returns the import of this scope. Refused with `ResourceNotFound`. */
const getImport = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, ImportCollection, id)
  return Option.isSome(found) ? found.value : yield* new ResourceNotFound({ object: "import", id })
})

/** The part of every write that says by whom it is made. */
export interface ImportWrite {
  /** The import's id. */
  readonly import: string
  /** The session that `start` returned. A newer one refuses all writes of this one. */
  readonly session: number
  /** The list that was walked and the position after this page. It is stored with the page. */
  readonly position?: { readonly list: string; readonly at: string }
}

/** The fields of {@link ImportWrite}, for schemas of inputs. */
export const importWriteFields = {
  import: ImportId,
  session: Schema.Int,
  position: Schema.optionalKey(
    Schema.Struct({
      list: Schema.String.check(Schema.isMaxLength(100)),
      at: Schema.String.check(Schema.isMaxLength(300))
    })
  )
}

/** Returns the import that a write names. Refused if a newer command works on it. */
export const openImport = Effect.fnUntraced(function* (scope: Scope, write: ImportWrite) {
  const stored = yield* getImport(scope, write.import)
  if (stored.row.session === write.session) return stored
  return yield* parameterInvalid(
    "session",
    `must be ${stored.row.session}, but is ${write.session}: a newer command works on this import`
  )
})

/**
 * Returns the change of the import in a write's commit. So the page and its position are stored
 * together, and a commit of an older session conflicts.
 */
export const importChange = (
  stored: Stored<ImportRecord>,
  { position }: ImportWrite,
  now: Millis
): Change =>
  update(ImportCollection, stored, {
    ...stored.row,
    positions:
      position === undefined
        ? stored.row.positions
        : { ...stored.row.positions, [position.list]: position.at },
    changed: now
  })
