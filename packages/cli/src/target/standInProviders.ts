import {
  type PaymentProvider,
  RoutingTableCollection,
  type Scope,
  type StoragePort
} from "@payloom/core"
import { Effect, Option } from "effect"

/**
 * Returns stand-ins for the providers of an account. The command line does not have the
 * deployment's connectors, and calls none: the server's workers do. A stand-in lets operations that
 * only look a provider's name up succeed.
 */
export const standInProviders = async (
  storage: StoragePort,
  scope: Scope
): Promise<ReadonlyArray<PaymentProvider>> => {
  const table = await Effect.runPromise(storage.get(scope, RoutingTableCollection, scope.tenant))
  const mids = Option.isSome(table) ? table.value.row.mids : []
  return [...new Set(mids.map(({ provider }) => provider))].map(standIn)
}

const unreachable = () =>
  Effect.die(new Error("The command line calls no provider: the server's workers do."))

const standIn = (name: string): PaymentProvider =>
  ({
    name,
    environment: "both",
    capabilities: {
      methods: ["card", "wallet", "apm"],
      wallets: ["any"],
      apms: ["any"],
      currencies: "any",
      refunds: "partial",
      manualCapture: true,
      partialCapture: true,
      multipleCaptures: false,
      dedupesForHours: 1,
      lookup: true,
      settleWindowMinutes: 1,
      holdHours: { default: 168 },
      splits: "many",
      usesCardRelay: false
    },
    declines: { meanings: {} },
    charge: unreachable,
    lookup: unreachable,
    cancel: unreachable,
    capture: unreachable,
    void: unreachable,
    refund: unreachable,
    lookupModification: unreachable,
    readNotification: unreachable
  }) as unknown as PaymentProvider
