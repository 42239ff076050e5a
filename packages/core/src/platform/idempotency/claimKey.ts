import { Effect, Option, Predicate, Result } from "effect"
import { canonicalJson } from "../../kernel/codec/canonicalJson.ts"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { currentMoment, type Ids, type Moment } from "../../kernel/ids/Moment.ts"
import { unknownParameter } from "../../kernel/input/decodeInput.ts"
import type { InvalidInput } from "../../kernel/input/InvalidInput.ts"
import type { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { nearestName } from "../../kernel/input/wireNames.ts"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import { fingerprintOf } from "../secrets/fingerprintOf.ts"
import { Secrets } from "../secrets/Secrets.ts"
import { type Change, insert, inserted, remove, update } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import { committingHostWrite, HostWriteFailed } from "../storage/hostWrites.ts"
import type { RowQueues } from "../storage/RowQueues.ts"
import { retryConflicts, type StorageContention } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import {
  type CommitConflict,
  Storage,
  type StoragePort,
  type StorageUnavailable
} from "../storage/Storage.ts"
import { TransactionsNotShared } from "../storage/TransactionsNotShared.ts"
import type { MutationOptions } from "../tenants/Caller.ts"
import {
  IdempotencyKeyInFlight,
  type IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  IdempotencyMismatch
} from "./errors.ts"
import {
  type IdempotencyRecord,
  IdempotencyRecordCollection,
  idempotencyKeyInvalid,
  isIdempotencyKey,
  keyRetentionMs
} from "./IdempotencyRecord.ts"

/** A mutation with an idempotency key. */
export interface KeyedRequest {
  readonly scope: Scope
  /** The operation's name. */
  readonly endpoint: string
  readonly options: MutationOptions
  readonly serviceVersion: string
  /** Everything that identifies the request: path ids and decoded body. */
  readonly input: unknown
}

/**
 * The key, claimed by this request. One of its changes belongs into the operation's first commit.
 */
export interface Claim {
  readonly record: IdempotencyRecord
  /** The change that takes the key without an answer yet. */
  readonly open: ReadonlyArray<Change>
  /** Returns the change that takes the key with its answer. */
  readonly answered: (body: string) => ReadonlyArray<Change>
  /** The record as it is after `open` has been committed. */
  readonly stored: Stored<IdempotencyRecord>
}

/** The stored answer of the key, or the value of a request that has begun now. */
export type Claimed<A> =
  | { readonly _tag: "Replayed"; readonly body: string }
  | { readonly _tag: "Begun"; readonly value: A }

/**
 * The operation refuses the request because of the rows that it read. The key is held in a commit
 * that checks these rows, then the error is raised.
 *
 * @public The declarations of operations use it.
 */
export class Refused<E> extends TaggedError("Refused")<{
  readonly error: E
  readonly saw: ReadonlyArray<Change>
}> {}

/** Refuses with an error. The checks are of the rows that the refusal depends on. */
export const refused = <E>(error: E, ...saw: ReadonlyArray<Change>) => new Refused({ error, saw })

/** Turns a missing resource into a refusal. */
export const orRefused = <A, R>(
  lookUp: Effect.Effect<A, ResourceNotFound | StorageUnavailable, R>
) => Effect.catchTag(lookUp, "ResourceNotFound", (error) => refused(error))

/** The errors of the beginning of a mutation. */
export type BeginError = Refused<unknown> | CommitConflict | StorageContention | StorageUnavailable

/** The errors of the host's writes. */
type HostError = HostWriteFailed | TransactionsNotShared

/** The error that a refusal raises. */
export type RefusalIn<F> = F extends Refused<infer E> ? E : never

type Begin<A, F, R, B = readonly []> = (
  claim: Claim,
  moment: Moment,
  ahead: B
) => Effect.Effect<A, F, R>

/** The reads that run together with the lookup of the key. */
type Ahead = ReadonlyArray<Effect.Effect<unknown, StorageUnavailable, Storage>>

/** The results of these reads. */
type ReadAhead<B extends Ahead> = { readonly [K in keyof B]: Effect.Success<B[K]> }

/**
 * Looks the key up. Then it replays the stored answer, refuses the request, or begins it. `begin`
 * reads, decides and makes the operation's first commit, which includes the claim. If that commit
 * conflicts, on the key or anything else, all is repeated from the lookup. So nothing is decided
 * twice for one key.
 */
export const claimKey = <A, F extends BeginError, R>(
  request: KeyedRequest,
  begin: Begin<A, F, R>
) => claimKeyReading(request, [], begin)

/**
 * Does the same for an operation that knows some of its reads. They run together with each lookup
 * of the key, and `begin` gets the results in their order.
 */
export const claimKeyReading = <A, F extends BeginError, R, const B extends Ahead>(
  request: KeyedRequest,
  ahead: B,
  begin: Begin<A, F, R, ReadAhead<B>>
): Effect.Effect<
  Claimed<A>,
  | RefusalIn<F>
  | IdempotencyKeyMissing
  | IdempotencyKeyInvalid
  | InvalidInput
  | IdempotencyMismatch
  | IdempotencyKeyInFlight
  | HostError
  | StorageContention
  | StorageUnavailable,
  R | Storage | Ids | Secrets | RowQueues
> => {
  // An untyped program may leave the options out.
  const key: unknown = (request.options as MutationOptions | undefined)?.idempotencyKey
  if (key === undefined || key === null) return Effect.fail(keyMissing(request.options))
  if (!isIdempotencyKey(key)) return Effect.fail(idempotencyKeyInvalid(key))
  const strange = unknownOption(request.options)
  if (strange !== null) return Effect.fail(strange)
  const fingerprint = fingerprintOf(canonicalJson([request.endpoint, request.input]))
  const beginning = begin as Begin<A, F, R, ReadonlyArray<unknown>>
  return Effect.flatMap(Secrets, (secrets) => {
    const keyHash = keyHashOf(secrets, request, key)
    return retryConflicts(claimOnce(request, keyHash, fingerprint, ahead, beginning))
  })
}

const mutationOptions: ReadonlyArray<keyof MutationOptions> = ["idempotencyKey", "hostWrites"]

/**
 * Refuses a misspelled option. A misspelled `hostWrites` would otherwise skip the host's writes.
 */
const unknownOption = (options: object): InvalidInput | null => {
  const known: ReadonlyArray<string> = mutationOptions
  const name = Object.keys(options).find((given) => !known.includes(given))
  return name === undefined
    ? null
    : unknownParameter(name, "is not an option of this operation", known)
}

const keyMissing = (options: unknown): IdempotencyKeyMissing => {
  const given = Predicate.isObject(options) ? Object.keys(options) : []
  const meant = given.find((name) => nearestName(name, ["idempotencyKey"]) !== null)
  return new IdempotencyKeyMissing({ meant: meant ?? null })
}

/**
 * Returns the hash of a key. Without the master secret, a reader of the database can't test keys.
 */
const keyHashOf = (
  secrets: Secrets["Service"],
  { scope, endpoint }: KeyedRequest,
  key: string
): string =>
  secrets.fingerprint("idempotency_keys", `${scope.tenant} ${endpoint} ${key}`).slice(0, 32)

const atOnce = { concurrency: "unbounded" } as const

const claimOnce = Effect.fnUntraced(function* <A, F extends BeginError, R, R2>(
  request: KeyedRequest,
  keyHash: string,
  fingerprint: string,
  ahead: ReadonlyArray<Effect.Effect<unknown, StorageUnavailable, R2>>,
  begin: Begin<A, F, R, ReadonlyArray<unknown>>
) {
  const storage = yield* Storage
  const moment = yield* currentMoment
  const { scope } = request
  const looking: Effect.Effect<unknown, StorageUnavailable> = storage.findUnique(
    scope,
    IdempotencyRecordCollection,
    "request",
    keyHash
  )
  const [first, ...read] =
    ahead.length === 0 ? [yield* looking] : yield* Effect.all([looking, ...ahead], atOnce)
  const found = first as Option.Option<Stored<IdempotencyRecord>>
  if (Option.isSome(found) && moment.now - found.value.row.created < keyRetentionMs) {
    const body = yield* Effect.fromResult(replay(found.value.row, fingerprint))
    return { _tag: "Replayed", body } satisfies Claimed<A>
  }
  const claim = claimOf(request, keyHash, fingerprint, found, moment)
  const beginning = withAlongside(storage, request.options, begin(claim, moment, read))
  const refusing = (
    error: BeginError | HostError
  ): Effect.Effect<
    never,
    CommitConflict | StorageUnavailable | HostError | RefusalIn<F>,
    Storage
  > =>
    error instanceof Refused ? hold(claim, error as Refused<RefusalIn<F>>) : infrastructure(error)
  const value = yield* Effect.catch(beginning, refusing)
  return { _tag: "Begun", value } satisfies Claimed<A>
})

/** Adds the host's writes to the first commit, if there are any. */
const withAlongside = <A, E, R>(
  storage: StoragePort,
  { hostWrites }: MutationOptions,
  begin: Effect.Effect<A, E, R>
): Effect.Effect<A, E | HostError, R> =>
  hostWrites === undefined
    ? begin
    : (Effect.catchDefect(
        Effect.flatMap(EngineConfig, ({ providerTimeoutMs }) =>
          Effect.provideService(
            begin,
            Storage,
            committingHostWrite(storage, hostWrites, providerTimeoutMs)
          )
        ),
        (defect) =>
          defect instanceof HostWriteFailed || defect instanceof TransactionsNotShared
            ? Effect.fail(defect)
            : Effect.die(defect)
      ) as Effect.Effect<A, E | HostError, R>)

/** Holds the key of a request that was refused. */
const hold = <E>(claim: Claim, { error, saw }: Refused<E>) =>
  Effect.flatMap(Storage, (storage) =>
    Effect.andThen(storage.commit([...claim.open, ...saw]), Effect.fail(error))
  )

const infrastructure = (error: BeginError | HostError) =>
  Effect.fail(error as CommitConflict | StorageUnavailable | HostError)

const replay = (
  record: IdempotencyRecord,
  fingerprint: string
): Result.Result<string, IdempotencyMismatch | IdempotencyKeyInFlight> => {
  if (record.fingerprint !== fingerprint) return Result.fail(new IdempotencyMismatch())
  if (record.answer === null) return Result.fail(new IdempotencyKeyInFlight())
  return Result.succeed(record.answer)
}

const claimOf = (
  { scope, endpoint, serviceVersion }: KeyedRequest,
  keyHash: string,
  fingerprint: string,
  expired: Option.Option<Stored<IdempotencyRecord>>,
  moment: Moment
): Claim => {
  const record: IdempotencyRecord = {
    id: moment.id("idem"),
    endpoint,
    keyHash,
    fingerprint,
    serviceVersion,
    answer: null,
    created: moment.now
  }
  const cleared = Option.isSome(expired) ? [remove(IdempotencyRecordCollection, expired.value)] : []
  const claim = (answer: string | null) => [
    ...cleared,
    insert(scope, IdempotencyRecordCollection, { ...record, answer })
  ]
  return { record, open: claim(null), answered: claim, stored: inserted(scope, record) }
}

/**
 * Returns the change that adds the answer to an open record, for the first commit that can. Returns
 * none if the record is gone or already answered, so a late recovery never answers for a newer
 * request.
 */
export const completeRecord = (
  open: Stored<IdempotencyRecord> | null,
  body: string
): ReadonlyArray<Change> =>
  open === null || open.row.answer !== null
    ? []
    : [update(IdempotencyRecordCollection, open, { ...open.row, answer: body })]
