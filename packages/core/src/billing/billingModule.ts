import type { Follower } from "../payments/charges/Follower.ts"
import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { billSubscription } from "./billSubscription.ts"
import { cycleFollower } from "./cycleFollower.ts"
import { BillingCycleCollection } from "./cycles/BillingCycle.ts"
import { listBillingCycles } from "./cycles/listBillingCycles.ts"
import { createPlan } from "./plans/createPlan.ts"
import { listPlans } from "./plans/listPlans.ts"
import { PlanCollection } from "./plans/Plan.ts"
import { planRoutes } from "./plans/planRoutes.ts"
import { retrievePlan } from "./plans/retrievePlan.ts"
import { supersedePlan } from "./plans/supersedePlan.ts"
import { updatePlan } from "./plans/updatePlan.ts"
import { subscriptionEventCatalog } from "./subscriptionEventCatalog.ts"
import { cancelSubscription } from "./subscriptions/cancelSubscription.ts"
import { createSubscription } from "./subscriptions/createSubscription.ts"
import {
  listSubscriptions,
  retrieveSubscription,
  subscriptionConsent
} from "./subscriptions/listSubscriptions.ts"
import { pauseSubscription, resumeSubscription } from "./subscriptions/pauseSubscription.ts"
import { previewSubscription } from "./subscriptions/previewSubscription.ts"
import { SubscriptionCollection } from "./subscriptions/Subscription.ts"
import { subscriptionRoutes } from "./subscriptions/subscriptionRoutes.ts"
import { undoCancellation } from "./subscriptions/undoCancellation.ts"
import { upcomingCharges } from "./subscriptions/upcomingCharges.ts"
import { updateSubscription } from "./subscriptions/updateSubscription.ts"

/** Plans, subscriptions and their billing cycles. */
export const billingModule = {
  name: "billing",
  collections: [BillingCycleCollection, PlanCollection, SubscriptionCollection],
  services: {
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
        undoCancel: undoCancellation,
        pause: pauseSubscription,
        resume: resumeSubscription,
        listCycles: listBillingCycles,
        preview: previewSubscription,
        upcoming: upcomingCharges,
        consent: subscriptionConsent
      },
      walks: {
        iterate: { list: "list", ids: 0 },
        iterateCycles: { list: "listCycles", ids: 1 }
      }
    }
  },
  routes: [...planRoutes, ...subscriptionRoutes],
  tags: {
    Plans: "The price and the interval of a subscription. Neither ever changes.",
    Subscriptions:
      "Recurring payments with a customer's saved card, and their billing cycles. A subscription " +
      "also changes by itself, with each charge: see the subscription events."
  },
  events: subscriptionEventCatalog,
  jobs: { bill_subscription: { lane: "money", run: billSubscription } },
  followers: [cycleFollower]
} satisfies EngineModule<Follower>
