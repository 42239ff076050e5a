import type { NewerEvent, WebhookEvent, WebhookMemory, WebhookStanding } from "./webhookReceiver.ts"

/** The number of events and of resources to remember. The oldest are forgotten first. */
const mostRemembered = 10_000

/**
 * Returns a memory of this process. Use it in tests, and if handling an event twice does no harm.
 */
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
