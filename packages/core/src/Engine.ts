import { Context, Effect, Layer } from "effect"
import { checkStorage } from "./background/checkStorage.ts"
import { runDue } from "./background/runDue.ts"
import { sweepExpired } from "./background/sweepExpired.ts"
import { workers } from "./background/workers.ts"
import { bindOnBehalf, bindOperations } from "./bindOperations.ts"
import { templates } from "./branding/templates.ts"
import { Closing } from "./Closing.ts"
import { AccountUpdater } from "./cards/AccountUpdater.ts"
import { CardVault } from "./cards/CardVault.ts"
import { checkedUpdater, checkedVault } from "./cards/checkedVault.ts"
import { detachPaymentInstrument } from "./cards/detachPaymentInstrument.ts"
import { listPaymentInstruments } from "./cards/listPaymentInstruments.ts"
import { receiveCardNews } from "./cards/receiveCardNews.ts"
import { retrievePaymentInstrument } from "./cards/retrievePaymentInstrument.ts"
import { saveCard } from "./cards/saveCard.ts"
import { Followers } from "./charges/Follower.ts"
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
import { sessionFollower } from "./checkout/sessions/sessionFollower.ts"
import { sessionLook } from "./checkout/sessions/sessionLook.ts"
import { createCustomer } from "./customers/createCustomer.ts"
import { listCustomers } from "./customers/listCustomers.ts"
import { retrieveCustomer } from "./customers/retrieveCustomer.ts"
import { updateCustomer } from "./customers/updateCustomer.ts"
import type { EngineSetup } from "./EngineSetup.ts"
import { Entropy } from "./ids/Entropy.ts"
import { Ids, newRequestId } from "./ids/Moment.ts"
import { Leases } from "./jobs/Leases.ts"
import { OwnWork } from "./jobs/OwnWork.ts"
import { observedStorage } from "./jobs/observedStorage.ts"
import { Underway } from "./jobs/Underway.ts"
import { WorkSignal } from "./jobs/WorkSignal.ts"
import { reconcile } from "./ledger/reconcile.ts"
import { statement } from "./ledger/statement.ts"
import { trialBalance } from "./ledger/trialBalance.ts"
import { logTo } from "./logging/LogEntry.ts"
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
import { checkedProvider } from "./providers/checkedProvider.ts"
import { Providers } from "./providers/Providers.ts"
import { checkedRisk } from "./risk/checkedRisk.ts"
import { Risk } from "./risk/Risk.ts"
import { createMid, listMids, routingRules, setRoutingRules, updateMid } from "./routing/mids.ts"
import { RouteHealth } from "./routing/RouteHealth.ts"
import { Secrets } from "./secrets/Secrets.ts"
import { checkSecret } from "./secrets/secretCheck.ts"
import { checkSetup } from "./setup/checkSetup.ts"
import { KeyedLock } from "./storage/KeyedLock.ts"
import { accountSettings, updateAccount } from "./tenants/accountSettings.ts"
import { authenticate, createApiKey, revokeApiKey } from "./tenants/apiKeys.ts"
import { createTenant, findTenant } from "./tenants/createTenant.ts"
import { checkedThreeDs } from "./threeds/askThreeDs.ts"
import { ThreeDsServer } from "./threeds/ThreeDsServer.ts"
import { EngineConfig, optionsWith } from "./values/EngineOptions.ts"

/** Payments and all that is done to them: operations 1 to 8 of the spec, and library calls. */
export class Payments extends Context.Service<Payments>()("@payloom/core/Payments", {
  make: bindOnBehalf("Payments", {
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
  })
}) {
  static readonly layer = Layer.effect(Payments, Payments.make)
}

/** Tenants, their settings and their API keys. */
export class Tenants extends Context.Service<Tenants>()("@payloom/core/Tenants", {
  make: Effect.gen(function* () {
    const own = { settings: accountSettings, updateAccount, createApiKey, revokeApiKey }
    return {
      ...(yield* bindOperations("Tenants", {
        create: createTenant,
        find: findTenant,
        authenticate
      })),
      ...(yield* bindOnBehalf("Tenants", own))
    }
  })
}) {
  static readonly layer = Layer.effect(Tenants, Tenants.make)
}

/** Merchant accounts, routing rules, and what other rules would have done. */
export class Routing extends Context.Service<Routing>()("@payloom/core/Routing", {
  make: bindOnBehalf("Routing", {
    createMid,
    updateMid,
    listMids,
    rules: routingRules,
    setRules: setRoutingRules,
    simulate: simulateRouting
  })
}) {
  static readonly layer = Layer.effect(Routing, Routing.make)
}

/** Who pays, as merchants know them: operations 12 to 15 of the spec. */
export class Customers extends Context.Service<Customers>()("@payloom/core/Customers", {
  make: bindOnBehalf("Customers", {
    create: createCustomer,
    list: listCustomers,
    retrieve: retrieveCustomer,
    update: updateCustomer
  })
}) {
  static readonly layer = Layer.effect(Customers, Customers.make)
}

/** Saved cards, as merchants see them: operations 16 to 19 of the spec. */
export class PaymentInstruments extends Context.Service<PaymentInstruments>()(
  "@payloom/core/PaymentInstruments",
  {
    make: bindOnBehalf("PaymentInstruments", {
      create: createPaymentInstrument,
      list: listPaymentInstruments,
      retrieve: retrievePaymentInstrument,
      detach: detachPaymentInstrument
    })
  }
) {
  static readonly layer = Layer.effect(PaymentInstruments, PaymentInstruments.make)
}

/** Saves cards straight from their ciphertext: for programs that show the card field themselves. */
export class Cards extends Context.Service<Cards>()("@payloom/core/Cards", {
  make: bindOnBehalf("Cards", { save: saveCard })
}) {
  static readonly layer = Layer.effect(Cards, Cards.make)
}

/** Checkout sessions, as merchants see them: operations 9 to 11 of the spec, and how they look. */
export class Checkout extends Context.Service<Checkout>()("@payloom/core/Checkout", {
  make: bindOnBehalf("Checkout", {
    create: createCheckoutSession,
    list: listCheckoutSessions,
    retrieve: retrieveCheckoutSession,
    cancel: cancelCheckoutSession,
    look: sessionLook
  })
}) {
  static readonly layer = Layer.effect(Checkout, Checkout.make)
}

/** How a merchant's payment pages look: drafts, and what is published of them. */
export class Templates extends Context.Service<Templates>()("@payloom/core/Templates", {
  make: bindOnBehalf("Templates", templates)
}) {
  static readonly layer = Layer.effect(Templates, Templates.make)
}

/** What a payer's browser may do in its session: operations 36 to 38 of the spec. */
export class Payer extends Context.Service<Payer>()("@payloom/core/Payer", {
  make: bindOperations("Payer", {
    read: readSession,
    confirm: confirmSession,
    status: sessionStatus,
    identify: identifyPayer
  })
}) {
  static readonly layer = Layer.effect(Payer, Payer.make)
}

/** The books. */
export class Ledger extends Context.Service<Ledger>()("@payloom/core/Ledger", {
  make: bindOnBehalf("Ledger", { trialBalance, statement, reconcile })
}) {
  static readonly layer = Layer.effect(Ledger, Ledger.make)
}

/** What happens of its own accord: due jobs, and what providers and the account updater tell. */
export class Background extends Context.Service<Background>()("@payloom/core/Background", {
  make: Effect.gen(function* () {
    const operations = yield* bindOperations("Background", {
      runDue,
      sweep: sweepExpired,
      receiveNotification,
      receiveCardNews,
      checkStorage
    })
    const context = yield* Effect.context<Ids>()
    // Never refused: what a closed engine refuses bears an id too.
    return { ...operations, requestId: () => Effect.provide(newRequestId(), context) }
  })
}) {
  static readonly layer = Layer.effect(Background, Background.make)
}

/** Everything an engine offers. */
export type EngineServices =
  | Payments
  | Customers
  | PaymentInstruments
  | Checkout
  | Templates
  | Payer
  | Tenants
  | Routing
  | Cards
  | Ledger
  | Background

const layer = <E = never, R = never>(setup: EngineSetup<E, R>) =>
  Layer.unwrap(Effect.map(checkSetup(setup), () => layerOf(setup)))

/** What requests ask for takes no job of a worker its place: so many run beside each of those. */
const ownPerWorker = 8

const layerOf = <E, R>(setup: EngineSetup<E, R>) => {
  const options = optionsWith(setup.options)
  const signal = WorkSignal.layer
  const ground = Layer.mergeAll(
    observedStorage(setup.storage, setup.onAlert ?? (() => undefined)).pipe(
      Layer.provideMerge(signal)
    ),
    Ids.layer.pipe(Layer.provideMerge(setup.entropy ?? Entropy.layer)),
    Secrets.layer(setup.secret),
    KeyedLock.layer,
    Leases.layer,
    RouteHealth.layer,
    Followers.layer([sessionFollower]),
    Providers.layer(setup.providers.map(checkedProvider)),
    Layer.succeed(CardVault, checkedVault(setup.vault, options.providerTimeoutMs)),
    Layer.succeed(
      ThreeDsServer,
      setup.threeDs === undefined ? ThreeDsServer.none : checkedThreeDs(setup.threeDs)
    ),
    setup.accountUpdater === undefined
      ? AccountUpdater.layerSilent
      : Layer.succeed(
          AccountUpdater,
          checkedUpdater(setup.accountUpdater, options.providerTimeoutMs)
        ),
    Layer.succeed(EngineConfig, options),
    Closing.layer
  )
  const judged = (
    setup.risk === undefined ? Risk.layerAllow : checkedRisk(setup.risk, options.providerTimeoutMs)
  ).pipe(Layer.provideMerge(ground))
  const admitted = Layer.effectDiscard(checkSecret).pipe(Layer.provideMerge(judged))
  const ownWork = OwnWork.layer(
    setup.workers === false ? 0 : ownPerWorker * options.workerConcurrency
  )
  const underway = Underway.layer(options.drainMs)
  const running = ownWork.pipe(Layer.provideMerge(underway), Layer.provideMerge(admitted))
  const services = Layer.mergeAll(
    Payments.layer,
    Customers.layer,
    PaymentInstruments.layer,
    Checkout.layer,
    Templates.layer,
    Payer.layer,
    Tenants.layer,
    Routing.layer,
    Cards.layer,
    Ledger.layer,
    Background.layer
  )
  const withWorkers = setup.workers === false ? services : Layer.merge(services, workers)
  const engine = Closing.announced.pipe(Layer.provideMerge(withWorkers), Layer.provide(running))
  return setup.onLog === undefined ? engine : Layer.provide(engine, logTo(setup.onLog))
}

/**
 * The engine for programs in Effect: the services above, as a layer, from one setup. Fails with
 * `SetupInvalid` where there can be no engine of it, with `SecretMismatch` where the storage was
 * used with another secret before.
 *
 * @example
 * const program = Effect.gen(function* () {
 *   const payments = yield* Payments
 *   return yield* payments.retrieve(caller, "payment_…")
 * })
 * Effect.runPromise(Effect.provide(program, Engine.layer(setup)))
 */
export const Engine = { layer }
