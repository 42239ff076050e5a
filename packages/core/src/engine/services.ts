import { listBillingCycles } from "../billing/cycles/listBillingCycles.ts"
import { detachPaymentInstrument } from "../billing/detachPaymentInstrument.ts"
import { createPlan } from "../billing/plans/createPlan.ts"
import { listPlans } from "../billing/plans/listPlans.ts"
import { retrievePlan } from "../billing/plans/retrievePlan.ts"
import { supersedePlan } from "../billing/plans/supersedePlan.ts"
import { updatePlan } from "../billing/plans/updatePlan.ts"
import { cancelSubscription } from "../billing/subscriptions/cancelSubscription.ts"
import { createSubscription } from "../billing/subscriptions/createSubscription.ts"
import {
  listSubscriptions,
  retrieveSubscription,
  subscriptionConsent
} from "../billing/subscriptions/listSubscriptions.ts"
import {
  pauseSubscription,
  resumeSubscription
} from "../billing/subscriptions/pauseSubscription.ts"
import { previewSubscription } from "../billing/subscriptions/previewSubscription.ts"
import { updateSubscription } from "../billing/subscriptions/updateSubscription.ts"
import { createCustomer } from "../cards/customers/createCustomer.ts"
import { listCustomers } from "../cards/customers/listCustomers.ts"
import { retrieveCustomer } from "../cards/customers/retrieveCustomer.ts"
import { updateCustomer } from "../cards/customers/updateCustomer.ts"
import { listPaymentInstruments } from "../cards/saved/listPaymentInstruments.ts"
import { retrievePaymentInstrument } from "../cards/saved/retrievePaymentInstrument.ts"
import { saveCard } from "../cards/saved/saveCard.ts"
import {
  createTemplate,
  listTemplates,
  publishTemplate,
  retrieveTemplate,
  updateTemplate
} from "../checkout/branding/templates.ts"
import { createCheckoutSession } from "../checkout/sessions/createCheckoutSession.ts"
import { createPaymentInstrument } from "../checkout/sessions/createPaymentInstrument.ts"
import { cancelCheckoutSession } from "../checkout/sessions/endSession.ts"
import { listCheckoutSessions } from "../checkout/sessions/listCheckoutSessions.ts"
import { recoverySession } from "../checkout/sessions/recoverySession.ts"
import { retrieveCheckoutSession } from "../checkout/sessions/retrieveCheckoutSession.ts"
import { sessionAppearance } from "../checkout/sessions/sessionAppearance.ts"
import {
  dismissKeptNotification,
  listKeptNotifications,
  replayKeptNotification,
  retrieveKeptNotification
} from "../inbound/keptNotifications.ts"
import { reconcile } from "../ledger/reconcile.ts"
import { revenue } from "../ledger/revenue.ts"
import { statement } from "../ledger/statement.ts"
import { trialBalance } from "../ledger/trialBalance.ts"
import { listEvents, retrieveEvent } from "../outbound/event-catalog/listEvents.ts"
import { paymentStory } from "../outbound/timeline/paymentStory.ts"
import {
  listWebhookDeliveries,
  replayWebhooks,
  retrieveWebhookDelivery
} from "../outbound/webhooks/webhookDeliveries.ts"
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint
} from "../outbound/webhooks/webhookEndpoints.ts"
import { capturePayment } from "../payments/captures-voids-refunds/capturePayment.ts"
import { createRefund } from "../payments/captures-voids-refunds/createRefund.ts"
import { listRefunds } from "../payments/captures-voids-refunds/listRefunds.ts"
import { voidPayment } from "../payments/captures-voids-refunds/voidPayment.ts"
import { resolveAttempt } from "../payments/charges/resolveAttempt.ts"
import { listDisputes, retrieveDispute } from "../payments/disputes/listDisputes.ts"
import { cancelPayment } from "../payments/operations/cancelPayment.ts"
import { createPayment } from "../payments/operations/createPayment.ts"
import { explainPayment } from "../payments/operations/explainPayment.ts"
import { listAttempts } from "../payments/operations/listAttempts.ts"
import { listPayments } from "../payments/operations/listPayments.ts"
import { retrievePayment } from "../payments/operations/retrievePayment.ts"
import { simulateRouting } from "../payments/operations/simulateRouting.ts"
import { createMid, listMids, routingRules, setRoutingRules, updateMid } from "../routing/mids.ts"
import { engineServices } from "./engineServices.ts"
import type { EngineServices } from "./operations/ServicesApi.ts"
import type { Declared, ServiceName } from "./serviceDeclarations.ts"

/**
 * Every operation of the engine, by service. The interfaces in `operations` document them. The
 * promise API, the HTTP adapter and the iterators are derived from this table.
 */
export const services: {
  readonly [Name in ServiceName]: Declared<EngineServices<"declared">[Name]>
} = {
  payments: {
    handle: "caller",
    operations: {
      create: createPayment,
      list: listPayments,
      retrieve: retrievePayment,
      listAttempts,
      capture: capturePayment,
      void: voidPayment,
      refund: createRefund,
      listRefunds,
      cancel: cancelPayment,
      resolveAttempt,
      explain: explainPayment,
      story: paymentStory
    },
    walks: {
      iterate: { list: "list", ids: 0 },
      iterateAttempts: { list: "listAttempts", ids: 1 }
    }
  },
  customers: {
    handle: "caller",
    operations: {
      create: createCustomer,
      list: listCustomers,
      retrieve: retrieveCustomer,
      update: updateCustomer
    },
    walks: { iterate: { list: "list", ids: 0 } }
  },
  paymentInstruments: {
    handle: "caller",
    operations: {
      create: createPaymentInstrument,
      list: listPaymentInstruments,
      retrieve: retrievePaymentInstrument,
      detach: detachPaymentInstrument
    },
    walks: { iterate: { list: "list", ids: 0 } }
  },
  plans: {
    handle: "caller",
    operations: {
      create: createPlan,
      list: listPlans,
      retrieve: retrievePlan,
      update: updatePlan,
      supersede: supersedePlan
    },
    walks: { iterate: { list: "list", ids: 0 } }
  },
  subscriptions: {
    handle: "caller",
    operations: {
      create: createSubscription,
      list: listSubscriptions,
      retrieve: retrieveSubscription,
      update: updateSubscription,
      cancel: cancelSubscription,
      pause: pauseSubscription,
      resume: resumeSubscription,
      listCycles: listBillingCycles,
      recoverySession,
      preview: previewSubscription,
      consent: subscriptionConsent
    },
    walks: {
      iterate: { list: "list", ids: 0 },
      iterateCycles: { list: "listCycles", ids: 1 }
    }
  },
  disputes: {
    handle: "caller",
    operations: { list: listDisputes, retrieve: retrieveDispute },
    walks: { iterate: { list: "list", ids: 0 } }
  },
  events: {
    handle: "caller",
    operations: { list: listEvents, retrieve: retrieveEvent },
    walks: { iterate: { list: "list", ids: 0 } }
  },
  checkout: {
    handle: "caller",
    operations: {
      create: createCheckoutSession,
      list: listCheckoutSessions,
      retrieve: retrieveCheckoutSession,
      cancel: cancelCheckoutSession,
      look: sessionAppearance
    },
    walks: { iterate: { list: "list", ids: 0 } }
  },
  templates: {
    handle: "scope",
    operations: {
      create: createTemplate,
      update: updateTemplate,
      publish: publishTemplate,
      retrieve: retrieveTemplate,
      list: listTemplates
    },
    walks: { iterate: { list: "list", ids: 0 } }
  },
  routing: {
    handle: "scope",
    operations: {
      createMid,
      updateMid,
      listMids,
      rules: routingRules,
      setRules: setRoutingRules,
      simulate: simulateRouting
    },
    walks: {}
  },
  cards: { handle: "scope", operations: { save: saveCard }, walks: {} },
  webhooks: {
    handle: "scope",
    operations: {
      create: createWebhookEndpoint,
      list: listWebhookEndpoints,
      retrieve: retrieveWebhookEndpoint,
      update: updateWebhookEndpoint,
      rotateSecret: rotateWebhookSecret,
      delete: deleteWebhookEndpoint,
      deliveries: listWebhookDeliveries,
      delivery: retrieveWebhookDelivery,
      replay: replayWebhooks
    },
    walks: { iterateDeliveries: { list: "deliveries", ids: 0 } }
  },
  notifications: {
    handle: "scope",
    operations: {
      list: listKeptNotifications,
      retrieve: retrieveKeptNotification,
      replay: replayKeptNotification,
      dismiss: dismissKeptNotification
    },
    walks: { iterate: { list: "list", ids: 0 } }
  },
  ledger: {
    handle: "scope",
    operations: { trialBalance, statement, revenue, reconcile },
    walks: {}
  },
  ...engineServices
}
