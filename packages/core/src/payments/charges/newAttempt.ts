import type { SavedApm } from "../../cards/saved/SavedApm.ts"
import type { VaultedCard } from "../../cards/vault/CardVault.ts"
import type { AttemptId, IdempotencyRecordId } from "../../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { ChangedDetail, ChargeDetails } from "../../providers/ChargeDetails.ts"
import type { ChargeSource } from "../../providers/ChargeSource.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { engineProviderName } from "../../providers/Providers.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import type { ScaExemption, ThreeDsAuthentication } from "../../providers/ThreeDsAuthentication.ts"
import type { Mid } from "../../routing/Mid.ts"
import type { Route } from "../../routing/Route.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { PaymentRecord } from "./Payment.ts"
import { sendChargeWithinMs } from "./recoveryJob.ts"

/** The input of a charge: the first of a new payment, or a further one of a declined payment. */
export interface ChargeInput {
  readonly commit: CommitContext
  /** The payment before the charge. */
  readonly payment: PaymentRecord
  /** The stored row of that payment, null if the payment is new. */
  readonly stored: Stored<PaymentRecord> | null
  readonly source: ChargeSource
  /** The card of the vault that pays, null if no card pays. */
  readonly card: VaultedCard | null
  /** The saved alternative method that pays. Absent if none does. */
  readonly savedApm?: SavedApm
  /** The details of the request that are the same on every account. */
  readonly details: Pick<
    ChargeDetails,
    "customer" | "billingAddress" | "description" | "device" | "shipping" | "order"
  > & {
    /** The text for the payer's statement. Null or absent for the account's own text. */
    readonly statementDescriptor?: string | null
  }
  /** The page that the payer returns to, null if no payer is present. */
  readonly returnUrl: string | null
  readonly facts: RouteFacts
  /** The issuer's authentication, null if there is none. */
  readonly threeDs: ThreeDsAuthentication | null
  /** The exemption from an authentication to request from the issuer. Absent if none is. */
  readonly exemption?: ScaExemption
  /** The idempotency key of the request, null if no request makes the charge. */
  readonly idempotencyRecord: IdempotencyRecordId | null
}

/** An account that the cascade may charge. */
export interface RouteTarget {
  readonly mid: Mid
  readonly provider: PaymentProvider
  /** The payment source in the form that this account knows. */
  readonly source: ChargeSource
  /** True if the card's number is charged after its network token was refused. */
  readonly isFallback?: boolean
  /** The texts that this account's provider receives in another form than they were given. */
  readonly changedDetails: ReadonlyArray<ChangedDetail>
}

/** The details of a charge request on one account. */
export const detailsOn = (
  { details, payment }: ChargeInput,
  { statementDescriptor, metadataKeys }: Mid
): ChargeDetails => ({
  ...details,
  statementDescriptor: details.statementDescriptor ?? statementDescriptor,
  metadata: Object.fromEntries(
    Object.entries(payment.metadata).filter(([key]) => metadataKeys.includes(key))
  )
})

/** A provider without look-ups may get the same charge again, so its details are kept. */
const keptDetails = (input: ChargeInput, target: RouteTarget | null) =>
  target === null || target.provider.capabilities.lookup
    ? {}
    : { details: detailsOn(input, target.mid) }

/** A pending attempt on an account. Without a target the engine itself declines it. */
export const newAttempt = (
  input: ChargeInput,
  route: Route,
  target: RouteTarget | null
): AttemptRecord => {
  const { commit } = input
  const id: AttemptId = commit.id("attempt")
  return {
    id,
    payment: input.payment.id,
    provider: target?.provider.name ?? engineProviderName,
    providerReference: id,
    relayUsed: target?.provider.capabilities.usesCardRelay ?? false,
    status: "pending",
    mid: target?.mid.id ?? null,
    routingRule: route.rule,
    credentials: target?.mid.credentials ?? "",
    source: target?.source ?? input.source,
    ...keptDetails(input, target),
    ...(target === null || target.changedDetails.length === 0
      ? {}
      : { changedDetails: target.changedDetails }),
    ...(input.payment.authorization?.partial === true ? { acceptsPartial: true as const } : {}),
    fingerprint: input.card?.fingerprint ?? null,
    ...(input.card === null ? {} : { last4: input.card.last4 }),
    returnUrl: input.returnUrl,
    action: null,
    pendingTold: false,
    facts: input.facts,
    candidates: route.candidates,
    decline: null,
    rawCode: null,
    networkCode: null,
    reason: null,
    networkReference: null,
    threeDs: input.threeDs,
    ...(input.exemption === undefined ? {} : { exemption: input.exemption }),
    sendBefore: commit.now + sendChargeWithinMs,
    idempotencyRecord: input.idempotencyRecord,
    created: commit.now,
    settledAt: null
  }
}
