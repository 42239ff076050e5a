import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { KeptNotificationCollection } from "./KeptNotification.ts"
import {
  dismissKeptNotification,
  listKeptNotifications,
  replayKeptNotification,
  retrieveKeptNotification,
  retryKeptNotification
} from "./keptNotifications.ts"
import { NotificationCollection } from "./Notification.ts"
import { receiveCardUpdate } from "./receiveCardUpdate.ts"
import { receiveNotification } from "./receiveNotification.ts"

/** Notifications of providers and of the card updater. */
export const inboundModule = {
  name: "inbound",
  collections: [NotificationCollection, KeptNotificationCollection],
  services: {
    notifications: {
      handle: "scope",
      operations: {
        list: listKeptNotifications,
        retrieve: retrieveKeptNotification,
        replay: replayKeptNotification,
        dismiss: dismissKeptNotification
      },
      walks: { iterate: { list: "list", ids: 0 } }
    }
  },
  addsTo: { background: { receiveNotification, receiveCardUpdate } },
  routes: [],
  tags: {},
  events: {},
  jobs: { take_notice: { lane: "money", run: retryKeptNotification } },
  followers: []
} satisfies EngineModule
