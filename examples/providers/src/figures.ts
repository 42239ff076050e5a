import { type Amounts, amountsIn, type Books } from "./audit.ts"
import type { ProviderFake } from "./fakes/ProviderFake.ts"

/** The figures of one provider. */
export interface ProviderFigures extends Amounts {
  readonly attempts: number
  /** The number of approved charges in the provider's books. */
  readonly charges: number
  /** The number of times that each fault happened. */
  readonly faults: Readonly<Record<string, number>>
}

/** Counts the charges, the money and the faults of each provider. */
export const figuresOf = (
  { payments, attempts }: Books,
  providers: ReadonlyArray<ProviderFake>,
  repeated: ReadonlySet<string>
): Readonly<Record<string, ProviderFigures>> => {
  const attemptsAt = Map.groupBy(attempts, ({ provider }) => provider)
  const orderOf = new Map(payments.map(({ id, metadata }) => [id, metadata.order ?? ""]))
  const isRepeated = (payment: (typeof payments)[number]["id"]): boolean =>
    repeated.has(orderOf.get(payment) ?? "")
  return Object.fromEntries(
    providers.map((provider) => {
      const own = attemptsAt.get(provider.provider) ?? []
      const charges = provider.charges()
      const repeats = own.filter(({ payment }) => isRepeated(payment)).length
      const figures: ProviderFigures = {
        attempts: own.length,
        charges: charges.length,
        ...amountsIn(charges),
        faults: { ...faultsOf(provider), repeated_requests: repeats }
      }
      return [provider.provider, figures]
    })
  )
}

/** The names of the faults in the result, by their names in the fakes. */
const faultNames = {
  holds_before: "answered_late_and_done_late",
  holds_after: "answered_late",
  drops_before: "lost_before",
  drops_after: "lost_after",
  resets_before: "reset_before",
  resets_after: "reset_after",
  fails_before: "http_429",
  fails_before_500: "http_500_before",
  fails_after_500: "http_500_after",
  fails_after: "http_502_after"
} as const

const faultsOf = ({ faults, events }: ProviderFake): Readonly<Record<string, number>> => {
  const met = faults.met()
  const { duplicates, late } = events.met()
  const calls = Object.entries(faultNames).map(([name, said]) => [
    said,
    met[name as keyof typeof faultNames] ?? 0
  ])
  return {
    ...Object.fromEntries(calls),
    duplicate_webhooks: duplicates,
    late_webhooks: late
  }
}
