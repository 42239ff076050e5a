import type { Act, Room } from "../../Room.ts"
import { actWithoutInput } from "../actWithoutInput.ts"

const acts: ReadonlyArray<Act> = [
  actWithoutInput("notifications.replay", ({ notifications }, id) => notifications.replay(id)),
  actWithoutInput("notifications.dismiss", ({ notifications }, id) => notifications.dismiss(id))
]

/** Notifications of providers that could not be booked. Alerts and payments show them. */
export const notificationsRoom: Room = { reads: [], acts }
