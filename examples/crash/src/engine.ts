import { webhookSender } from "@payloom/adapter-webhooks"
import {
  startTrialEngine,
  type TrialEngine,
  type TrialPlaces
} from "@payloom/example-kit/startTrialEngine"

/** The timeout of a call to a provider, because some calls are never answered. */
const providerTimeoutMs = 2000

/** Starts one of several engines on the same database. */
export const startEngine = (places: TrialPlaces, engine: TrialEngine) =>
  startTrialEngine(places, engine, {
    options: { providerTimeoutMs },
    ...(engine.works ? { webhooks: webhookSender() } : {})
  })
