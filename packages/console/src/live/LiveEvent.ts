/** The part of an event that pages need to know if they show something older. */
export interface LiveEvent {
  readonly id: string
  readonly type: string
  /** The payment, or another thing that the event is about. */
  readonly subject: string
  /** The age in milliseconds when it was read, by the engine's time. */
  readonly ageMs: number
}

/** The changes since the last message. */
export interface LiveMessage {
  readonly types: ReadonlyArray<string>
  readonly subjects: ReadonlyArray<string>
  /** True if more happened than the message lists, so that a page reads everything again. */
  readonly isMore: boolean
}

/** The number of events that a read looks at. */
export const newestLimit = 20

/** Returns a message about the unseen of the newest events. Null if there are none. */
export const unseenOf = (
  newest: ReadonlyArray<LiveEvent>,
  isUnseen: (event: LiveEvent) => boolean
): LiveMessage | null => {
  const unseen = newest.filter(isUnseen)
  if (unseen.length === 0) return null
  return {
    types: [...new Set(unseen.map(({ type }) => type))],
    subjects: [...new Set(unseen.map(({ subject }) => subject))],
    isMore: unseen.length === newest.length && newest.length >= newestLimit
  }
}
