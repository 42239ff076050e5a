import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { portalRoutes } from "./portalRoutes.ts"
import { createPortalSession } from "./sessions/createPortalSession.ts"
import { identifyCustomer } from "./sessions/openVisit.ts"
import { PortalSessionCollection } from "./sessions/PortalSession.ts"
import {
  portalAppearance,
  retrievePortalSession,
  revokePortalSession
} from "./sessions/retrievePortalSession.ts"
import { defaultPortalInstrument, removePortalInstrument } from "./visit/changeInstruments.ts"
import {
  cancelPortalSubscription,
  movePortalSubscription,
  pausePortalSubscription,
  resumePortalSubscription,
  undoPortalCancellation
} from "./visit/changeSubscription.ts"
import { listPortalInstruments } from "./visit/instruments.ts"
import { readPortal } from "./visit/Portal.ts"
import { addPortalInstrument, payPortalOverdue } from "./visit/PortalCheckout.ts"
import { listReceipts, retrieveReceipt } from "./visit/receipts.ts"
import { listPortalSubscriptions } from "./visit/subscriptions.ts"

/** The customer portal: sessions for customers, and what customers do in them. */
export const portalModule = {
  name: "portal",
  collections: [PortalSessionCollection],
  services: {
    portalSessions: {
      handle: "caller",
      operations: {
        create: createPortalSession,
        retrieve: retrievePortalSession,
        revoke: revokePortalSession,
        look: portalAppearance
      },
      walks: {}
    },
    portal: {
      handle: "payer",
      operations: {
        identify: identifyCustomer,
        read: readPortal,
        listInstruments: listPortalInstruments,
        addInstrument: addPortalInstrument,
        removeInstrument: removePortalInstrument,
        makeDefault: defaultPortalInstrument,
        listSubscriptions: listPortalSubscriptions,
        cancel: cancelPortalSubscription,
        undoCancel: undoPortalCancellation,
        pause: pausePortalSubscription,
        resume: resumePortalSubscription,
        changeInstrument: movePortalSubscription,
        payOverdue: payPortalOverdue,
        listReceipts,
        receipt: retrieveReceipt
      },
      walks: {}
    }
  },
  routes: portalRoutes,
  tags: {
    "Portal sessions":
      "Short sessions in which customers manage their own cards, subscriptions and receipts."
  },
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
