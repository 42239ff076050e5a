import { Effect, Option, Result, Schema } from "effect"
import { currentMoment } from "../kernel/ids/Moment.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { parameterInvalid, valueInvalid } from "../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../kernel/input/ResourceNotFound.ts"
import { nearestName } from "../kernel/input/wireNames.ts"
import { freeText } from "../kernel/primitives/FreeText.ts"
import type { PaymentMethod } from "../kernel/primitives/PaymentMethod.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import { insert } from "../platform/storage/Change.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { type PaymentProvider, servesMode } from "../providers/PaymentProvider.ts"
import { Providers } from "../providers/Providers.ts"
import { changeTable, routingTable } from "./changeTable.ts"
import { Mid, MidCollection, type MidFee, ProviderName } from "./Mid.ts"
import type { RoutingTable } from "./RoutingRule.ts"

const settable = {
  name: Mid.fields.name,
  currencies: Mid.fields.currencies,
  methods: Mid.fields.methods,
  credentials: Mid.fields.credentials,
  fee: Schema.Struct({
    basisPoints: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })),
    fixed: Schema.BigInt.check(Schema.isGreaterThanOrEqualToBigInt(0n))
  }),
  enabled: Schema.Boolean,
  statementDescriptor: Mid.fields.statementDescriptor,
  metadataKeys: Schema.Array(freeText(40)).check(
    Schema.isMaxLength(50, refusedAs("parameter_invalid", "at most 50 keys"))
  )
}

/** A new merchant account. Defaults: cards only, no fee, enabled. */
export interface CreateMid {
  /** The name of a registered provider. */
  readonly provider: string
  /** The merchant's own name for the account. */
  readonly name: string
  /**
   * The currencies that the account settles, as ISO 4217 codes. Its provider must settle them too.
   */
  readonly currencies: readonly [string, ...Array<string>]
  /** The payment methods that the account takes. `card` only if absent. */
  readonly methods?: readonly [PaymentMethod, ...Array<PaymentMethod>]
  /**
   * The place where you keep the account's credentials. It is passed on to the provider unchanged.
   */
  readonly credentials: string
  /** The fee of a charge, for rules that order by cost. No fee if absent. */
  readonly fee?: MidFee
  /** True if routing may choose the account. True if absent. */
  readonly enabled?: boolean
  /**
   * The text on payers' statements: 2 to 22 Latin letters, digits and common signs. Null leaves it
   * to the provider's account.
   */
  readonly statementDescriptor?: string | null
  /** The keys of a payment's metadata that the provider gets: at most 50. None if absent. */
  readonly metadataKeys?: ReadonlyArray<string>
}
export const CreateMid = Schema.Struct({
  provider: ProviderName,
  ...settable,
  methods: Schema.optionalKey(settable.methods),
  fee: Schema.optionalKey(settable.fee),
  enabled: Schema.optionalKey(settable.enabled),
  statementDescriptor: Schema.optionalKey(settable.statementDescriptor),
  metadataKeys: Schema.optionalKey(settable.metadataKeys)
})

/** The changes to a merchant account. Absent fields keep their values. */
export interface UpdateMid {
  /** The merchant's own name for the account. */
  readonly name?: string
  /**
   * The currencies that the account settles, as ISO 4217 codes. Its provider must settle them too.
   */
  readonly currencies?: readonly [string, ...Array<string>]
  /** The payment methods that the account takes. */
  readonly methods?: readonly [PaymentMethod, ...Array<PaymentMethod>]
  /**
   * The place where you keep the account's credentials. It is passed on to the provider unchanged.
   */
  readonly credentials?: string
  /** The fee of a charge, for rules that order by cost. */
  readonly fee?: MidFee
  /** True if routing may choose the account. */
  readonly enabled?: boolean
  /**
   * The text on payers' statements: 2 to 22 Latin letters, digits and common signs. Null leaves it
   * to the provider's account.
   */
  readonly statementDescriptor?: string | null
  /** The keys of a payment's metadata that the provider gets: at most 50. */
  readonly metadataKeys?: ReadonlyArray<string>
}
export const UpdateMid = Schema.Struct({
  name: Schema.optionalKey(settable.name),
  currencies: Schema.optionalKey(settable.currencies),
  methods: Schema.optionalKey(settable.methods),
  credentials: Schema.optionalKey(settable.credentials),
  fee: Schema.optionalKey(settable.fee),
  enabled: Schema.optionalKey(settable.enabled),
  statementDescriptor: Schema.optionalKey(settable.statementDescriptor),
  metadataKeys: Schema.optionalKey(settable.metadataKeys)
})

const checkCreate = inputChecker(CreateMid)
const checkUpdate = inputChecker(UpdateMid)

/** Adds a merchant account. Library call. */
export const createMid = Effect.fnUntraced(function* (scope: Scope, input: CreateMid) {
  const given = yield* Effect.fromResult(checkCreate(input))
  const { now, id } = yield* currentMoment
  const mid: Mid = {
    id: id("mid"),
    methods: ["card"],
    fee: { basisPoints: 0, fixed: 0n },
    enabled: true,
    statementDescriptor: null,
    metadataKeys: [],
    ...given,
    created: now
  }
  yield* agreesWithProvider(mid, scope)
  yield* changeTable(scope, (table) => Effect.succeed({ ...table, mids: [...table.mids, mid] }), [
    insert(scope, MidCollection, { id: mid.id })
  ])
  return mid
})

/** Changes a merchant account. Absent fields keep their values. Library call. */
export const updateMid = Effect.fnUntraced(function* (scope: Scope, id: string, input: UpdateMid) {
  const changes = yield* Effect.fromResult(checkUpdate(input))
  const change = Effect.fnUntraced(function* (table: RoutingTable) {
    const before = table.mids.find((mid) => mid.id === id)
    if (before === undefined) return yield* new ResourceNotFound({ object: "mid", id })
    const after: Mid = { ...before, ...changes }
    yield* agreesWithProvider(after, scope)
    return { ...table, mids: table.mids.map((mid) => (mid.id === id ? after : mid)) }
  })
  const { mids } = yield* changeTable(scope, change)
  return yield* Effect.fromResult(midOf(mids, id))
})

const midOf = (mids: ReadonlyArray<Mid>, id: string): Result.Result<Mid, ResourceNotFound> => {
  const mid = mids.find((other) => other.id === id)
  return mid === undefined
    ? Result.fail(new ResourceNotFound({ object: "mid", id }))
    : Result.succeed(mid)
}

/** Lists the merchant accounts of a scope, oldest first. Library call. */
export const listMids = Effect.fnUntraced(function* (scope: Scope) {
  return (yield* routingTable(scope)).mids
})

const agreesWithProvider = Effect.fnUntraced(function* (mid: Mid, { mode }: Scope) {
  const providers = yield* Providers
  const name = mid.provider
  const provider = providers.get(name)
  if (Option.isNone(provider)) {
    const complaint = `must be one of the setup's providers (${providers.names.join(", ")})`
    const meant = nearestName(name, providers.names)
    const hint = meant === null ? "" : `Did you mean ${meant}?`
    return yield* valueInvalid("provider", complaint, name, hint)
  }
  const { environment } = provider.value
  if (!servesMode(provider.value, mode)) {
    const complaint = `names ${name}, which serves ${environment} mode, not ${mode} mode`
    return yield* parameterInvalid("provider", complaint)
  }
  const { currencies, methods } = lacking(mid, provider.value)
  if (currencies !== undefined) {
    return yield* parameterInvalid(
      "currencies",
      `names ${currencies}, which ${name} does not settle`
    )
  }
  if (methods !== undefined) {
    return yield* parameterInvalid("methods", `names ${methods}, which ${name} does not take`)
  }
})

const lacking = (mid: Mid, { capabilities }: PaymentProvider) => ({
  currencies: mid.currencies.find(
    (code) => capabilities.currencies !== "any" && !capabilities.currencies.includes(code)
  ),
  methods: mid.methods.find((method) => !capabilities.methods.includes(method))
})
