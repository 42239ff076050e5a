import { checkoutOperations } from "./checkoutRoutes.ts"
import { customerOperations } from "./customerRoutes.ts"
import { disputeOperations } from "./disputeRoutes.ts"
import { eventOperations } from "./eventRoutes.ts"
import type { SealedOperation } from "./Operation.ts"
import { paymentInstrumentOperations } from "./paymentInstrumentRoutes.ts"
import { paymentOperations } from "./paymentRoutes.ts"
import { planOperations } from "./planRoutes.ts"
import { subscriptionOperations } from "./subscriptionRoutes.ts"

/** All operations of the merchant surface. */
export const operations: ReadonlyArray<SealedOperation> = [
  ...paymentOperations,
  ...checkoutOperations,
  ...customerOperations,
  ...paymentInstrumentOperations,
  ...planOperations,
  ...subscriptionOperations,
  ...disputeOperations,
  ...eventOperations
]
