import type { NewerEvent, WebhookEvent, WebhookMemory, WebhookStanding } from "./webhookReceiver.ts"

/** How many events, and how many resources, are remembered before the oldest are forgotten. */
const mostRemembered = 10_000

/** A memory of this process, which ends with it: for tests, and where twice does no harm. */
export const processMemory = (): WebhookMemory => {
  const seen = new Map<string, true>()
  const versions = new Map<string, number>()
  return {
    standing: ({ id, data }): WebhookStanding => {
      if (seen.has(id)) return "seen"
      return data.version < (versions.get(subjectOf(data)) ?? 0) ? "outdated" : "new"
    },
    remember: ({ id, data }) => {
      keep(seen, id, true)
      const subject = subjectOf(data)
      keep(versions, subject, Math.max(data.version, versions.get(subject) ?? 0))
    }
  }
}

const subjectOf = ({ object }: (WebhookEvent | NewerEvent)["data"]): string =>
  `${object.object} ${object.id}`

const keep = <A>(kept: Map<string, A>, key: string, value: A): void => {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > mostRemembered && oldest !== undefined) kept.delete(oldest)
}
