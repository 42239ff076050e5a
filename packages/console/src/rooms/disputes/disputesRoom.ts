import type { Room } from "../../Room.ts"
import { evidenceActs, readEvidence } from "./evidenceActs.ts"
import { readDispute } from "./readDispute.ts"
import { readDisputes } from "./readDisputes.ts"

/** The disputes by their deadlines. Providers change their stages. People submit evidence. */
export const disputesRoom: Room = {
  reads: [readDisputes, readDispute, readEvidence],
  acts: evidenceActs
}
