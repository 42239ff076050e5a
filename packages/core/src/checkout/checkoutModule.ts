import type { Follower } from "../payments/charges/Follower.ts"
import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { TemplateCollection } from "./branding/BrandingTemplate.ts"
import {
  createTemplate,
  listTemplates,
  publishTemplate,
  retrieveTemplate,
  updateTemplate
} from "./branding/templates.ts"
import { confirmSession } from "./confirm/confirmSession.ts"
import { expireAuthentication } from "./confirm/expireAuthentication.ts"
import { releaseCard } from "./confirm/releaseCard.ts"
import { identifyPayer } from "./payer/payerOrigins.ts"
import { readSession } from "./payer/readSession.ts"
import { sessionStatus } from "./payer/sessionStatus.ts"
import { CheckoutSessionCollection } from "./sessions/CheckoutSession.ts"
import { checkoutRoutes } from "./sessions/checkoutRoutes.ts"
import { createCheckoutSession } from "./sessions/createCheckoutSession.ts"
import { createPaymentInstrument } from "./sessions/createPaymentInstrument.ts"
import { cancelCheckoutSession, expireSession } from "./sessions/endSession.ts"
import { listCheckoutSessions } from "./sessions/listCheckoutSessions.ts"
import { recoverySession } from "./sessions/recoverySession.ts"
import { retrieveCheckoutSession } from "./sessions/retrieveCheckoutSession.ts"
import { sessionAppearance } from "./sessions/sessionAppearance.ts"
import { sessionFollower } from "./sessions/sessionFollower.ts"
import { ThreeDsSessionCollection } from "./three-ds/ThreeDsSession.ts"

/** Checkout sessions, the payer's operations in them, and the look of the payer's page. */
export const checkoutModule = {
  name: "checkout",
  collections: [CheckoutSessionCollection, TemplateCollection, ThreeDsSessionCollection],
  services: {
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
    payer: {
      handle: "payer",
      operations: {
        read: readSession,
        confirm: confirmSession,
        status: sessionStatus,
        identify: identifyPayer
      },
      walks: {}
    }
  },
  addsTo: {
    paymentInstruments: { create: createPaymentInstrument },
    subscriptions: { recoverySession }
  },
  routes: checkoutRoutes,
  tags: {
    "Checkout sessions":
      "A payment that a payer is asked for. A server creates it, and the payer pays in a browser."
  },
  events: {},
  jobs: {
    expire_authentication: { lane: "money", run: expireAuthentication },
    expire_session: { lane: "money", run: expireSession },
    release_card: { lane: "upkeep", run: releaseCard }
  },
  followers: [sessionFollower]
} satisfies EngineModule<Follower>
