/** The processor's id of a notification, and the time of the change. */
export interface Dated {
  readonly id: string
  /** In milliseconds since the epoch. Absent if the processor doesn't say. */
  readonly occurredAt?: number
}

/** Returns the time of a notification by its date. It is absent if the date can't be read. */
export const occurredAt = (date: unknown): Pick<Dated, "occurredAt"> => {
  const time = Date.parse(String(date))
  return Number.isNaN(time) ? {} : { occurredAt: time }
}
