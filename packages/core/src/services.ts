import { checkStorage } from "./background/checkStorage.ts"
import { runDue } from "./background/runDue.ts"
import { sweepExpired } from "./background/sweepExpired.ts"
import { templates } from "./branding/templates.ts"
import { detachPaymentInstrument } from "./cards/detachPaymentInstrument.ts"
import { listPaymentInstruments } from "./cards/listPaymentInstruments.ts"
import { receiveCardNews } from "./cards/receiveCardNews.ts"
import { retrievePaymentInstrument } from "./cards/retrievePaymentInstrument.ts"
import { saveCard } from "./cards/saveCard.ts"
import { resolveAttempt } from "./charges/resolveAttempt.ts"
import { confirmSession } from "./checkout/confirm/confirmSession.ts"
import { identifyPayer } from "./checkout/payer/payerOrigins.ts"
import { readSession } from "./checkout/payer/readSession.ts"
import { sessionStatus } from "./checkout/payer/sessionStatus.ts"
import { createCheckoutSession } from "./checkout/sessions/createCheckoutSession.ts"
import { createPaymentInstrument } from "./checkout/sessions/createPaymentInstrument.ts"
import { cancelCheckoutSession } from "./checkout/sessions/endSession.ts"
import { listCheckoutSessions } from "./checkout/sessions/listCheckoutSessions.ts"
import { retrieveCheckoutSession } from "./checkout/sessions/retrieveCheckoutSession.ts"
import { sessionLook } from "./checkout/sessions/sessionLook.ts"
import { createCustomer } from "./customers/createCustomer.ts"
import { listCustomers } from "./customers/listCustomers.ts"
import { retrieveCustomer } from "./customers/retrieveCustomer.ts"
import { updateCustomer } from "./customers/updateCustomer.ts"
import { reconcile } from "./ledger/reconcile.ts"
import { statement } from "./ledger/statement.ts"
import { trialBalance } from "./ledger/trialBalance.ts"
import { capturePayment } from "./modifications/capturePayment.ts"
import { createRefund } from "./modifications/createRefund.ts"
import { listRefunds } from "./modifications/listRefunds.ts"
import { voidPayment } from "./modifications/voidPayment.ts"
import { receiveNotification } from "./notifications/receiveNotification.ts"
import { cancelPayment } from "./payments/cancelPayment.ts"
import { createPayment } from "./payments/createPayment.ts"
import { explainPayment } from "./payments/explainPayment.ts"
import { listAttempts } from "./payments/listAttempts.ts"
import { listPayments } from "./payments/listPayments.ts"
import { retrievePayment } from "./payments/retrievePayment.ts"
import { simulateRouting } from "./payments/simulateRouting.ts"
import { createMid, listMids, routingRules, setRoutingRules, updateMid } from "./routing/mids.ts"
import { accountSettings, updateAccount } from "./tenants/accountSettings.ts"
import { authenticate, createApiKey, revokeApiKey } from "./tenants/apiKeys.ts"
import { createTenant, findTenant } from "./tenants/createTenant.ts"

/**
 * Every operation of the engine, by the service that has it, and whose handle that service is on:
 * a merchant's, where the first argument is the `caller` or the `scope`; a payer's, where it is the
 * payer's credentials; or the engine's own, which may have some that take a scope all the same.
 * Whatever offers operations is derived from this.
 */
export const services = {
  /** Payments and all that is done to them: operations 1 to 8 of the spec, and library calls. */
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
      explain: explainPayment
    }
  },
  /** Who pays, as merchants know them: operations 12 to 15 of the spec. */
  customers: {
    handle: "caller",
    operations: {
      create: createCustomer,
      list: listCustomers,
      retrieve: retrieveCustomer,
      update: updateCustomer
    }
  },
  /** Saved cards, as merchants see them: operations 16 to 19 of the spec. */
  paymentInstruments: {
    handle: "caller",
    operations: {
      create: createPaymentInstrument,
      list: listPaymentInstruments,
      retrieve: retrievePaymentInstrument,
      detach: detachPaymentInstrument
    }
  },
  /** Checkout sessions as merchants see them: operations 9 to 11 of the spec, and how they look. */
  checkout: {
    handle: "caller",
    operations: {
      create: createCheckoutSession,
      list: listCheckoutSessions,
      retrieve: retrieveCheckoutSession,
      cancel: cancelCheckoutSession,
      look: sessionLook
    }
  },
  /** How a merchant's payment pages look: drafts, and what is published of them. */
  templates: { handle: "scope", operations: templates },
  /** Merchant accounts, routing rules, and what other rules would have done. */
  routing: {
    handle: "scope",
    operations: {
      createMid,
      updateMid,
      listMids,
      rules: routingRules,
      setRules: setRoutingRules,
      simulate: simulateRouting
    }
  },
  /** Saves cards straight from their ciphertext: for programs with a card field of their own. */
  cards: { handle: "scope", operations: { save: saveCard } },
  /** The books. */
  ledger: { handle: "scope", operations: { trialBalance, statement, reconcile } },
  /** What a payer's browser may do in its session: operations 36 to 38 of the spec. */
  payer: {
    handle: "payer",
    operations: {
      read: readSession,
      confirm: confirmSession,
      status: sessionStatus,
      identify: identifyPayer
    }
  },
  /** Tenants, their settings and their API keys. */
  tenants: {
    handle: "engine",
    operations: { create: createTenant, find: findTenant, authenticate },
    onScope: { settings: accountSettings, updateAccount, createApiKey, revokeApiKey }
  },
  /** What happens of its own accord: due jobs, and what providers and the card updater tell. */
  background: {
    handle: "engine",
    operations: { runDue, sweep: sweepExpired, receiveNotification, receiveCardNews, checkStorage }
  }
} as const

/** The services by name. */
export type ServiceName = keyof typeof services
