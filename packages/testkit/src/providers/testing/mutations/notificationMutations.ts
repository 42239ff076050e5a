import type { RawNotification } from "@payloom/core"
import { Effect } from "effect"
import { sandboxSecret } from "../../../sandbox/sandbox.ts"
import { voiceOf } from "../../../sandbox/sandboxNotifications.ts"
import { isAuthentic, notificationHeaders, signed } from "../../../sandbox/signedNotification.ts"
import { type Break, finding, foundAs, type Mutations, telling } from "./Mutation.ts"

/** Reads every notification, whatever its signature and time. */
const trusting: Break = ({ readNotification }) => ({
  readNotification: (mid, { body }, known) =>
    readNotification(mid, signed(sandboxSecret, voiceOf(mid.credentials), body, Date.now()), known)
})

const hourMs = 3_600_000

/** Accepts signatures for this long as if they were made now. */
const trustingFor =
  (lastsMs: number): Break =>
  ({ readNotification }) => ({
    readNotification: (mid, raw, known) => {
      const signedAt = Number(raw.headers[notificationHeaders.timestamp]) * 1000
      const ageMs = Date.now() - signedAt
      const voice = voiceOf(mid.credentials)
      const isTaken = ageMs <= lastsMs
      return readNotification(
        mid,
        isTaken && isAuthentic(sandboxSecret, voice, raw, signedAt)
          ? signed(sandboxSecret, voice, raw.body, Date.now())
          : raw,
        known
      )
    }
  })

/** Reads a truncated notification as the whole one, which it remembers. */
const remembering: Break = ({ readNotification }) => {
  let last: RawNotification = { headers: {}, body: "" }
  return {
    readNotification: (mid, raw, known) => {
      if (raw.body.length > last.body.length) last = raw
      return readNotification(mid, last.body.startsWith(raw.body) ? last : raw, known)
    }
  }
}

/** Connectors that break the rules of notifications. */
export const notificationMutations: Mutations = {
  "garbage in place of a notification is rejected without an error": [
    {
      breaks: ({ readNotification }) => ({
        readNotification: (mid, raw, known) =>
          Effect.flatMap(
            Effect.sync(() => JSON.parse(raw.body)),
            () => readNotification(mid, raw, known)
          )
      }),
      says: /^Garbage made the connector throw SyntaxError.*: .*\.$/
    }
  ],
  "a notification reports a charge by our reference, in its present state": [
    {
      breaks: telling((notification) => [
        { ...notification, occurredAt: Math.floor(Date.now() / 1000) }
      ]),
      says: /occurred at \d{10}\. Expected: the time of the change, in milliseconds since the e/
    },
    {
      breaks: telling((notification) =>
        notification._tag === "Charge"
          ? [{ ...notification, charge: { ...notification.charge, state: "pending" } }]
          : [notification]
      )
    }
  ],
  "a notification reports a refund by our reference": [
    {
      breaks: telling((notification) =>
        notification._tag === "Modification" ? [] : [notification]
      ),
      says: /was read as \[\]: no Modification\.$/
    },
    {
      of: "that captures, voids and refunds later",
      breaks: telling((notification) =>
        notification._tag === "Modification"
          ? [
              {
                ...notification,
                modification: { ...notification.modification, state: "succeeded" }
              }
            ]
          : [notification]
      ),
      says: /has succeeded, but the provider has it pending\.$/
    }
  ],
  "a notification of a declined charge reports the decline with its code, or nothing": [
    {
      breaks: telling((notification) =>
        notification._tag === "Charge"
          ? [
              {
                ...notification,
                charge: { ...notification.charge, rawCode: null, networkCode: null }
              }
            ]
          : [notification]
      ),
      says: /the connector answered the rawCode null, which means card_declined\. Expected: insuf/
    },
    {
      breaks: telling((notification) =>
        notification._tag === "Charge"
          ? [{ ...notification, charge: { ...notification.charge, state: "captured" } }]
          : [notification]
      ),
      says: /was read as \[.*"state":"captured".*\], but it was declined as nsf\.$/
    }
  ],
  "a charge whose capture was taken back is returned, and not found as captured": [
    {
      breaks: finding(foundAs("returned", "captured")),
      says: /^For the lookup of \w+, whose capture .* Expected: returned or pending\.$/
    },
    {
      breaks: telling((notification) =>
        notification._tag === "Charge" && notification.charge.state === "returned"
          ? [{ ...notification, charge: { ...notification.charge, state: "declined" } }]
          : [notification]
      ),
      says: /was read as \{"state":"declined".*\}, but its capture was taken back\.$/
    }
  ],
  "a notification of a failed refund reports the failure or nothing": [
    {
      breaks: telling((notification) =>
        notification._tag === "Modification"
          ? [
              {
                ...notification,
                modification: { ...notification.modification, state: "succeeded" }
              }
            ]
          : [notification]
      ),
      says: /was read as \[.*"state":"succeeded".*\], but it was of twice the captured amount\.$/
    }
  ],
  "notifications of one change have the same id, and those of different changes do not": [
    {
      breaks: telling((notification) => [{ ...notification, id: String(Math.random()) }]),
      says: /^The notification of \w+ has the ids \["0\.\d+"\], then \["0\.\d+"\]\.$/
    },
    {
      breaks: telling((notification) => [{ ...notification, id: "notice" }]),
      says: /^Notifications of two charges have the same id "notice": of \w+ and of \w+\.$/
    }
  ],
  "a forged notification is rejected": [{ breaks: trusting }],
  "a truncated notification is rejected": [{ breaks: remembering }],
  "a notification of one account is rejected for another account": [
    {
      breaks: ({ readNotification }, { mid }) => ({
        readNotification: (_, raw, known) => readNotification(mid, raw, known)
      })
    }
  ],
  "a notification that was signed long ago is rejected": [
    { breaks: trusting },
    {
      breaks: trustingFor(23 * hourMs),
      says: /^A notification signed 3660000 ms ago was accepted: .*\.$/
    }
  ]
}
