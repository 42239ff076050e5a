import {
  CancelSubscription,
  ConfirmSession,
  checkoutResultCodec,
  DefaultPortalInstrument,
  ListPortalInstruments,
  ListPortalSubscriptions,
  ListReceipts,
  MovePortalSubscription,
  PausePortalSubscription,
  payerSessionCodec,
  portalCheckoutCodec,
  portalCodec,
  portalInstrumentCodec,
  portalInstrumentListCodec,
  portalSubscriptionCodec,
  portalSubscriptionListCodec,
  RemovePortalInstrument,
  receiptCodec,
  receiptListCodec
} from "@payloom/core"
import type { Schema } from "effect"
import { type PayerOperation, payerOperation } from "./PayerOperation.ts"

const ofPayer = { tag: "Payer", service: "payer" } as const

/** The operations of a payer in a checkout session. */
export const payerOperations: ReadonlyArray<PayerOperation> = [
  payerOperation({
    ...ofPayer,
    name: "readSession",
    summary: "Read what to show the payer",
    method: "GET",
    path: "/session",
    output: payerSessionCodec,
    run: ({ payer }, { credentials }) => payer.read(credentials)
  }),
  payerOperation({
    ...ofPayer,
    name: "confirmSession",
    summary: "Pay the session. A decline is an answer, not an error",
    method: "POST",
    path: "/session/confirm",
    body: ConfirmSession,
    output: checkoutResultCodec,
    run: ({ payer }, { credentials, body, request }) => payer.confirm(credentials, body, request)
  }),
  payerOperation({
    ...ofPayer,
    name: "sessionStatus",
    summary: "Read the result of the payment",
    method: "GET",
    path: "/session/status",
    output: checkoutResultCodec,
    run: ({ payer }, { credentials }) => payer.status(credentials)
  })
]

const ofPortal = { tag: "Customer portal", service: "portal" } as const

const pageOf = <Query>(schema: Schema.Codec<Query, unknown>) =>
  ({ schema, single: ["limit", "starting_after"], repeated: [] }) as const

const readingOperations: ReadonlyArray<PayerOperation> = [
  payerOperation({
    ...ofPortal,
    name: "readPortal",
    summary: "Read the merchant, the customer and the permissions",
    method: "GET",
    path: "/portal",
    output: portalCodec,
    run: ({ portal }, { credentials }) => portal.read(credentials)
  }),
  payerOperation({
    ...ofPortal,
    name: "listPortalInstruments",
    summary: "List the customer's saved cards and debits, newest first",
    description: "A page may have fewer items than its limit, because removed cards are left out.",
    method: "GET",
    path: "/portal/payment_instruments",
    query: pageOf(ListPortalInstruments),
    output: portalInstrumentListCodec,
    run: ({ portal }, { credentials, query }) => portal.listInstruments(credentials, query)
  }),
  payerOperation({
    ...ofPortal,
    name: "listPortalSubscriptions",
    summary: "List the customer's subscriptions that have not ended, newest first",
    method: "GET",
    path: "/portal/subscriptions",
    query: pageOf(ListPortalSubscriptions),
    output: portalSubscriptionListCodec,
    run: ({ portal }, { credentials, query }) => portal.listSubscriptions(credentials, query)
  }),
  payerOperation({
    ...ofPortal,
    name: "listReceipts",
    summary: "List the customer's payments that took money, with their refunds, newest first",
    description:
      "A page may have fewer items than its limit, because checks of cards are left out.",
    method: "GET",
    path: "/portal/receipts",
    query: pageOf(ListReceipts),
    output: receiptListCodec,
    run: ({ portal }, { credentials, query }) => portal.listReceipts(credentials, query)
  }),
  payerOperation({
    ...ofPortal,
    name: "retrieveReceipt",
    summary: "Retrieve the receipt of a payment",
    method: "GET",
    path: "/portal/receipts/{id}",
    output: receiptCodec,
    run: ({ portal }, { credentials, id }) => portal.receipt(credentials, id)
  })
]

const cardOperations: ReadonlyArray<PayerOperation> = [
  payerOperation({
    ...ofPortal,
    name: "addPortalInstrument",
    summary: "Open a checkout session in which the customer enters a new card",
    description: "Nothing is charged. The card is saved when the checkout session succeeds.",
    method: "POST",
    path: "/portal/payment_instruments",
    output: portalCheckoutCodec,
    run: ({ portal }, { credentials }) => portal.addInstrument(credentials)
  }),
  payerOperation({
    ...ofPortal,
    name: "makePortalInstrumentDefault",
    summary: "Make a card the default, and bill all subscriptions to it if asked to",
    method: "POST",
    path: "/portal/payment_instruments/{id}/default",
    body: DefaultPortalInstrument,
    output: portalInstrumentCodec,
    run: ({ portal }, { credentials, id, body }) => portal.makeDefault(credentials, id, body)
  }),
  payerOperation({
    ...ofPortal,
    name: "removePortalInstrument",
    summary: "Remove a card. Its subscriptions move to another card before",
    method: "POST",
    path: "/portal/payment_instruments/{id}/remove",
    body: RemovePortalInstrument,
    output: portalInstrumentCodec,
    run: ({ portal }, { credentials, id, body }) => portal.removeInstrument(credentials, id, body)
  })
]

const subscriptionOperations: ReadonlyArray<PayerOperation> = [
  payerOperation({
    ...ofPortal,
    name: "cancelPortalSubscription",
    summary: "End a subscription with its current period, or at once",
    method: "POST",
    path: "/portal/subscriptions/{id}/cancel",
    body: CancelSubscription,
    output: portalSubscriptionCodec,
    run: ({ portal }, { credentials, id, body }) => portal.cancel(credentials, id, body)
  }),
  payerOperation({
    ...ofPortal,
    name: "undoPortalCancellation",
    summary: "Take a planned cancellation back",
    method: "POST",
    path: "/portal/subscriptions/{id}/undo_cancel",
    output: portalSubscriptionCodec,
    run: ({ portal }, { credentials, id }) => portal.undoCancel(credentials, id)
  }),
  payerOperation({
    ...ofPortal,
    name: "pausePortalSubscription",
    summary: "Charge nothing until the subscription is resumed",
    method: "POST",
    path: "/portal/subscriptions/{id}/pause",
    body: PausePortalSubscription,
    output: portalSubscriptionCodec,
    run: ({ portal }, { credentials, id, body }) => portal.pause(credentials, id, body)
  }),
  payerOperation({
    ...ofPortal,
    name: "resumePortalSubscription",
    summary: "Resume a paused subscription. Its schedule moves by the length of the pause",
    method: "POST",
    path: "/portal/subscriptions/{id}/resume",
    output: portalSubscriptionCodec,
    run: ({ portal }, { credentials, id }) => portal.resume(credentials, id)
  }),
  payerOperation({
    ...ofPortal,
    name: "movePortalSubscription",
    summary: "Bill a subscription to another card. An overdue amount is charged to it at once",
    method: "POST",
    path: "/portal/subscriptions/{id}/payment_instrument",
    body: MovePortalSubscription,
    output: portalSubscriptionCodec,
    run: ({ portal }, { credentials, id, body }) => portal.changeInstrument(credentials, id, body)
  }),
  payerOperation({
    ...ofPortal,
    name: "payPortalOverdue",
    summary: "Open a checkout session that pays the oldest overdue cycle of a subscription",
    method: "POST",
    path: "/portal/subscriptions/{id}/pay_overdue",
    output: portalCheckoutCodec,
    run: ({ portal }, { credentials, id }) => portal.payOverdue(credentials, id)
  })
]

/** The operations of a customer in a portal session. */
export const portalOperations: ReadonlyArray<PayerOperation> = [
  ...readingOperations,
  ...cardOperations,
  ...subscriptionOperations
]
