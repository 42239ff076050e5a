import type { Room } from "../../Room.ts"
import { readRouting } from "./readRouting.ts"
import { routingActs } from "./routingActs.ts"

/** Merchant accounts, their health, and the rules that choose among them. */
export const routingRoom: Room = { reads: [readRouting], acts: routingActs }
