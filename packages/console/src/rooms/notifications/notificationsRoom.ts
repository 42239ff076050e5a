import { Schema } from "effect"
import type { Act, Room } from "../../Room.ts"
import { inputReader } from "../inputReader.ts"

const readNothing = inputReader(Schema.Struct({}))

const acts: ReadonlyArray<Act> = [
  {
    name: "notifications.replay",
    role: "operator",
    run: async ({ merchant, subject, input }) => {
      readNothing(input)
      return merchant.notifications.replay(subject)
    }
  },
  {
    name: "notifications.dismiss",
    role: "operator",
    run: async ({ merchant, subject, input }) => {
      readNothing(input)
      return merchant.notifications.dismiss(subject)
    }
  }
]

/** Notifications of providers that could not be booked. Alerts and payments show them. */
export const notificationsRoom: Room = { reads: [], acts }
