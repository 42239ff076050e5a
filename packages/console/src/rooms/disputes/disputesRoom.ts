import type { Room } from "../../Room.ts"
import { readDispute } from "./readDispute.ts"
import { readDisputes } from "./readDisputes.ts"

/** The disputes by their deadlines. Only providers change disputes, so the room has no acts. */
export const disputesRoom: Room = { reads: [readDisputes, readDispute], acts: [] }
