import { Effect, Option, Schema } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { refusedParameter, valueInvalid } from "../../kernel/input/InvalidInput.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { recurringJobs } from "../jobs/recurringJobs.ts"
import { insertJob } from "../jobs/scheduleJob.ts"
import { insert } from "../storage/Change.ts"
import type { Mode } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { TenantReferenceTaken } from "./errors.ts"
import {
  AccountSettings,
  type ServiceVersion,
  type Tenant,
  TenantCollection,
  tenantReferenceKey,
  toTenant
} from "./Tenant.ts"

/** A new tenant. */
export interface CreateTenant {
  /** The name that payers see, at most 255 characters. */
  readonly displayName: string
  /** The currency of sessions that only save a card: an ISO 4217 code. */
  readonly defaultCurrency: string
  /** The embedder's own identifier, unique among tenants. */
  readonly reference?: string
  /**
   * The web origins, such as `https://shop.example`, that payers may be sent back to. None if
   * absent.
   */
  readonly returnOrigins?: ReadonlyArray<string>
  /** The API revision of requests that name none. The latest if absent. */
  readonly serviceVersion?: ServiceVersion
  /** The result for a subscription when its last retry has failed. `terminate` if absent. */
  readonly dunningExhausted?: "terminate" | "pause"
}
export const CreateTenant = Schema.Struct({
  displayName: freeText(255),
  defaultCurrency: CurrencyCode,
  reference: Schema.optionalKey(freeText(255)),
  returnOrigins: Schema.optionalKey(AccountSettings.fields.returnOrigins),
  serviceVersion: Schema.optionalKey(AccountSettings.fields.serviceVersion),
  dunningExhausted: Schema.optionalKey(AccountSettings.fields.dunningExhausted)
})

const checkInput = inputChecker(CreateTenant)

/** Creates a tenant in test and in live. Library call. */
export const createTenant = Effect.fnUntraced(function* (input: CreateTenant) {
  const storage = yield* Storage
  const {
    reference = null,
    displayName,
    defaultCurrency,
    ...choices
  } = yield* Effect.fromResult(checkInput(input))
  const moment = yield* currentMoment
  const { now } = moment
  const id = moment.id("tenant")
  const settings: AccountSettings = {
    displayName,
    defaultCurrency,
    returnOrigins: [],
    serviceVersion: "2026-11-01",
    dunningExhausted: "terminate",
    ...choices
  }
  const row = (mode: Mode): Tenant => ({ id, mode, reference, settings, created: now })
  const account = (mode: Mode) => [
    insert({ tenant: id, mode }, TenantCollection, row(mode)),
    ...recurringJobs({ ...moment, scope: { tenant: id, mode } }).map(insertJob)
  ]
  yield* storage
    .commit([...account("test"), ...account("live")])
    .pipe(
      Effect.catchTag("CommitConflict", () =>
        Effect.fail(new TenantReferenceTaken({ reference: reference ?? "" }))
      )
    )
  return row("test")
})

/** Finds the tenant with a reference of the embedder. Library call. */
export const findTenant = Effect.fnUntraced(function* (reference: string) {
  if (reference === undefined) {
    return yield* refusedParameter("parameter_missing", "reference", "is required, such as shop")
  }
  if (typeof reference !== "string") {
    return yield* valueInvalid("reference", "must be a string, such as shop", reference)
  }
  const storage = yield* Storage
  const found = yield* storage.findUnique(
    "any",
    TenantCollection,
    "reference",
    tenantReferenceKey("test", reference)
  )
  return Option.map(found, ({ row }) => toTenant(row))
})
