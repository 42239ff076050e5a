import { bankOperations } from "./bankOperations.ts"
import { billingOperations } from "./billingOperations.ts"
import { checkoutOperations, portalOperations } from "./checkoutOperations.ts"
import { engineOperations } from "./engineOperations.ts"
import { importOperations } from "./importOperations.ts"
import type { Operation } from "./Operation.ts"
import { operatorOperations } from "./operatorOperations.ts"
import { paymentOperations } from "./paymentOperations.ts"

/** All operations that a history may call, by their names. */
export const operations: Readonly<Record<string, Operation>> = {
  ...paymentOperations,
  ...billingOperations,
  ...checkoutOperations,
  ...portalOperations,
  ...operatorOperations,
  ...engineOperations,
  ...importOperations,
  ...bankOperations
}

/** The operations of the engine that no history calls, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  "background.nextDue": "Each passing of time calls it.",
  "background.receiveNotification": "The bank's notifications call it.",
  "background.runDue": "Each step of work calls it.",
  "background.reconcileWithProviders": "It is for a store that was restored from a backup.",
  "consumers.consume": "Each process of a world with a consumer calls it when it starts.",
  "consumers.consumeInTransaction": "The store in memory has no transactions of programs.",
  "notifications.dismiss": "A person who dismisses money makes the books differ from the bank's.",
  "reporter.run": "It runs until its process ends, and needs workers."
}
