/** A job: a piece of work that the engine does by itself. */
export interface JobRow {
  readonly id: string
  readonly kind: string
  /** The id of the thing that the job is about. */
  readonly subject: string
  readonly dueAt: number
  /** The number of failures in a row. */
  readonly failures: number
  /**
   * `late` if it should have begun five minutes ago, `running` if a worker has it, `held` if it is
   * a delivery to a disabled endpoint.
   */
  readonly state: "late" | "due" | "running" | "planned" | "held"
}

/** The jobs that are due first, at most 100. */
export interface JobsView {
  readonly data: ReadonlyArray<JobRow>
  /** True if there are more jobs than are listed. */
  readonly isMore: boolean
  /** The engine's time, in milliseconds since the epoch. */
  readonly now: number
}
