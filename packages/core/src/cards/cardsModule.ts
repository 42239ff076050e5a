import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { cardEventCatalog } from "./cardEventCatalog.ts"
import { CustomerCollection } from "./customers/Customer.ts"
import { createCustomer } from "./customers/createCustomer.ts"
import { customerRoutes } from "./customers/customerRoutes.ts"
import { listCustomers } from "./customers/listCustomers.ts"
import { retrieveCustomer } from "./customers/retrieveCustomer.ts"
import { updateCustomer } from "./customers/updateCustomer.ts"
import { announceExpiries } from "./saved/announceExpiries.ts"
import { listPaymentInstruments } from "./saved/listPaymentInstruments.ts"
import { PaymentInstrumentCollection } from "./saved/PaymentInstrument.ts"
import { paymentInstrumentRoutes } from "./saved/paymentInstrumentRoutes.ts"
import { retrievePaymentInstrument } from "./saved/retrievePaymentInstrument.ts"
import { saveCard } from "./saved/saveCard.ts"

/** Customers and their saved cards. */
export const cardsModule = {
  name: "cards",
  collections: [CustomerCollection, PaymentInstrumentCollection],
  services: {
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
      operations: { list: listPaymentInstruments, retrieve: retrievePaymentInstrument },
      walks: { iterate: { list: "list", ids: 0 } }
    },
    cards: { handle: "scope", operations: { save: saveCard }, walks: {} }
  },
  routes: [...customerRoutes, ...paymentInstrumentRoutes],
  tags: {
    Customers:
      "The payers, as the merchant knows them. Updates never change what risk checks count.",
    "Payment instruments":
      "Saved cards. They are shown and charged by their ids, never by their numbers."
  },
  events: cardEventCatalog,
  jobs: { announce_expiries: { lane: "upkeep", run: announceExpiries } },
  followers: []
} satisfies EngineModule
