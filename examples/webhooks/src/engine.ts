import { join } from "node:path"
import { webhookSender } from "@payloom/adapter-webhooks"
import {
  startTrialEngine,
  type TrialEngine,
  type TrialPlaces
} from "@payloom/example-kit/startTrialEngine"

/** The places where the processes of a trial store data. */
export interface Places extends TrialPlaces {
  /** The file of the consumer's events. */
  readonly seen: string
  /** The file of the endpoints' requests. */
  readonly received: string
}

/** Returns the places of a trial on a database. The other files are in a folder. */
export const placesIn = (folder: string, storage: string): Places => ({
  storage,
  bank: join(folder, "bank"),
  seen: join(folder, "seen.db"),
  received: join(folder, "received.db")
})

/** Starts one of several engines of a trial. An engine that runs jobs sends webhooks too. */
export const startEngine = (places: TrialPlaces, engine: TrialEngine) =>
  startTrialEngine(places, engine, engine.works ? { webhooks: webhookSender() } : {})
