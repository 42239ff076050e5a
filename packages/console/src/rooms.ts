import type { Act, Read, Room } from "./Room.ts"
import { alertsRoom } from "./rooms/alerts/alertsRoom.ts"
import { auditRoom } from "./rooms/audit/auditRoom.ts"
import { cellsRoom } from "./rooms/cells/cellsRoom.ts"
import { consumersRoom } from "./rooms/consumers/consumersRoom.ts"
import { customersRoom } from "./rooms/customers/customersRoom.ts"
import { disputesRoom } from "./rooms/disputes/disputesRoom.ts"
import { homeRoom } from "./rooms/home/homeRoom.ts"
import { jobsRoom } from "./rooms/jobs/jobsRoom.ts"
import { keysRoom } from "./rooms/keys/keysRoom.ts"
import { ledgerRoom } from "./rooms/ledger/ledgerRoom.ts"
import { notificationsRoom } from "./rooms/notifications/notificationsRoom.ts"
import { paymentsRoom } from "./rooms/payments/paymentsRoom.ts"
import { plansRoom } from "./rooms/plans/plansRoom.ts"
import { routingRoom } from "./rooms/routing/routingRoom.ts"
import { searchRoom } from "./rooms/search/searchRoom.ts"
import { sessionsRoom } from "./rooms/sessions/sessionsRoom.ts"
import { subscriptionsRoom } from "./rooms/subscriptions/subscriptionsRoom.ts"
import { webhooksRoom } from "./rooms/webhooks/webhooksRoom.ts"

/** All rooms of the console. */
const rooms: ReadonlyArray<Room> = [
  homeRoom,
  paymentsRoom,
  subscriptionsRoom,
  disputesRoom,
  customersRoom,
  plansRoom,
  sessionsRoom,
  webhooksRoom,
  routingRoom,
  ledgerRoom,
  keysRoom,
  jobsRoom,
  consumersRoom,
  cellsRoom,
  alertsRoom,
  notificationsRoom,
  auditRoom,
  searchRoom
]

/** The routes of all rooms. */
export const allReads: ReadonlyArray<Read> = rooms.flatMap(({ reads }) => reads)

/** Everything that a person can do, by its name, with the role that it needs. */
export const allActs: ReadonlyMap<string, Act> = new Map(
  rooms.flatMap(({ acts }) => acts.map((act) => [act.name, act] as const))
)
