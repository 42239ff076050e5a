import type { RawNotification } from "@payloom/core"
import { Effect } from "effect"
import { sandboxSecret } from "../../../sandbox/sandbox.ts"
import { voiceOf } from "../../../sandbox/sandboxNotifications.ts"
import { isAuthentic, notificationHeaders, signed } from "../../../sandbox/signedNotification.ts"
import { type Break, type Mutations, telling } from "./Mutation.ts"

/** Reads what is told, whoever signed it and when. */
const trusting: Break = ({ readNotification }) => ({
  readNotification: (mid, { body }, known) =>
    readNotification(mid, signed(sandboxSecret, voiceOf(mid.credentials), body, Date.now()), known)
})

const hourMs = 3_600_000

/** Takes what was signed so long from now as if it were signed now. */
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

/** Reads of what was cut off what it remembers of the whole. */
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
  "garbage in the place of a notification tells nothing, and breaks nothing": [
    {
      breaks: ({ readNotification }) => ({
        readNotification: (mid, raw, known) =>
          Effect.flatMap(
            Effect.sync(() => JSON.parse(raw.body)),
            () => readNotification(mid, raw, known)
          )
      }),
      says: /^Garbage broke the connector, which threw SyntaxError.*: .*\.$/
    }
  ],
  "a notification tells of a charge by our reference, as it stands": [
    {
      breaks: telling((notification) =>
        notification._tag === "Charge"
          ? [{ ...notification, charge: { ...notification.charge, state: "pending" } }]
          : [notification]
      )
    }
  ],
  "a notification tells of a refund by our reference": [
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
      says: /has succeeded, and the provider has it pending\.$/
    }
  ],
  "a notification of a charge that was declined says so, or tells nothing": [
    {
      breaks: telling((notification) =>
        notification._tag === "Charge"
          ? [{ ...notification, charge: { ...notification.charge, state: "captured" } }]
          : [notification]
      ),
      says: /was read as \[.*"state":"captured".*\], and it was declined as nsf\.$/
    }
  ],
  "a notification of a charge whose money was taken back says that it was returned": [
    {
      breaks: telling((notification) =>
        notification._tag === "Charge" && notification.charge.state === "returned"
          ? [{ ...notification, charge: { ...notification.charge, state: "declined" } }]
          : [notification]
      ),
      says: /was read as \{"state":"declined".*\}, and its capture was taken back\.$/
    }
  ],
  "a notification of a refund that failed says so, or tells nothing": [
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
      says: /was read as \[.*"state":"succeeded".*\], and it was of twice what was taken\.$/
    }
  ],
  "the same news has the same id, and other news another one": [
    {
      breaks: telling((notification) => [{ ...notification, id: String(Math.random()) }]),
      says: /^The notification of \w+ has the ids \["0\.\d+"\], then \["0\.\d+"\]\.$/
    },
    {
      breaks: telling((notification) => [{ ...notification, id: "notice" }]),
      says: /^ProviderNotifications of two charges have the same id "notice": of \w+ and of \w+\.$/
    }
  ],
  "a forged notification tells nothing": [{ breaks: trusting }],
  "a notification that was cut off tells nothing": [{ breaks: remembering }],
  "a notification of one account tells nothing to another": [
    {
      breaks: ({ readNotification }, { mid }) => ({
        readNotification: (_, raw, known) => readNotification(mid, raw, known)
      })
    }
  ],
  "a notification that was signed long ago tells nothing": [
    { breaks: trusting },
    {
      breaks: trustingFor(23 * hourMs),
      says: /^A notification signed 3660000 ms ago was taken for the provider's own: .*\.$/
    }
  ]
}
