import type { EngineModule } from "../../platform/modules/EngineModule.ts"
import { capturePayment } from "../captures-voids-refunds/capturePayment.ts"
import { createRefund } from "../captures-voids-refunds/createRefund.ts"
import { incrementAuthorization } from "../captures-voids-refunds/incrementHold.ts"
import { listRefunds } from "../captures-voids-refunds/listRefunds.ts"
import { ModificationCollection } from "../captures-voids-refunds/Modification.ts"
import { retryMoneyReturn } from "../captures-voids-refunds/retryMoneyReturn.ts"
import { runModification } from "../captures-voids-refunds/runModification.ts"
import { voidPayment } from "../captures-voids-refunds/voidPayment.ts"
import { AttemptCollection } from "../charges/Attempt.ts"
import { PaymentCollection } from "../charges/Payment.ts"
import { recoverAttempt } from "../charges/recoverAttempt.ts"
import { resolveAttempt } from "../charges/resolveAttempt.ts"
import { DisputeCollection } from "../disputes/Dispute.ts"
import { disputeRoutes } from "../disputes/disputeRoutes.ts"
import { readEvidence } from "../disputes/evidence/readEvidence.ts"
import { submitEvidence } from "../disputes/evidence/submitEvidence.ts"
import { listDisputes, retrieveDispute } from "../disputes/listDisputes.ts"
import { warnOfEvidence } from "../disputes/warnOfEvidence.ts"
import { alertHold, expireHold } from "../holds/expireHold.ts"
import { cancelPayment, expirePayment } from "./cancelPayment.ts"
import { createPayment } from "./createPayment.ts"
import { explainPayment } from "./explainPayment.ts"
import { listAttempts } from "./listAttempts.ts"
import { listPayments } from "./listPayments.ts"
import { paymentEventCatalog } from "./paymentEventCatalog.ts"
import { paymentRoutes } from "./paymentRoutes.ts"
import { retrievePayment } from "./retrievePayment.ts"
import { simulateRouting } from "./simulateRouting.ts"

/** Payments with their charges, captures, voids, refunds and disputes. */
export const paymentsModule = {
  name: "payments",
  collections: [AttemptCollection, DisputeCollection, ModificationCollection, PaymentCollection],
  services: {
    payments: {
      handle: "caller",
      operations: {
        create: createPayment,
        list: listPayments,
        retrieve: retrievePayment,
        listAttempts,
        capture: capturePayment,
        void: voidPayment,
        incrementAuthorization,
        refund: createRefund,
        listRefunds,
        cancel: cancelPayment,
        resolveAttempt,
        explain: explainPayment
      },
      walks: {
        iterate: { list: "list", ids: 0 },
        iterateAttempts: { list: "listAttempts", ids: 1 }
      }
    },
    disputes: {
      handle: "caller",
      operations: {
        list: listDisputes,
        retrieve: retrieveDispute,
        evidence: readEvidence,
        submitEvidence
      },
      walks: { iterate: { list: "list", ids: 0 } }
    }
  },
  addsTo: { routing: { simulate: simulateRouting } },
  routes: [...paymentRoutes, ...disputeRoutes],
  tags: {
    Payments: "One intent to pay each: charged, captured, voided, and read with its attempts.",
    Refunds: "Captured money that is returned, in full or in part.",
    Disputes:
      "Chargebacks and inquiries about payments. Providers create and update them, so they " +
      "can only be read. Evidence is submitted by a library call, or in the console."
  },
  events: paymentEventCatalog,
  jobs: {
    recover_attempt: { lane: "money", run: recoverAttempt },
    carry_out_modification: { lane: "money", run: runModification },
    retry_give_back: { lane: "money", run: retryMoneyReturn },
    alert_authorization: { lane: "money", run: alertHold },
    expire_authorization: { lane: "money", run: expireHold },
    expire_payment: { lane: "money", run: expirePayment },
    warn_of_evidence: { lane: "upkeep", run: warnOfEvidence }
  },
  followers: []
} satisfies EngineModule
