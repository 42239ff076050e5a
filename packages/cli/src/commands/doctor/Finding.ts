/** The result of one check. */
export interface Finding {
  /** The name of the check, for scripts. */
  readonly check: string
  /** `problem` has to be corrected. `warning` is worth a look. */
  readonly status: "ok" | "warning" | "problem"
  /** The fact that was found, in a sentence. */
  readonly found: string
  /** The remedy, in a sentence. Absent if all is well. */
  readonly remedy?: string
}

/** Creates the finding of a check that found nothing wrong. */
export const ok = (check: string, found: string): Finding => ({ check, status: "ok", found })

/** Creates the finding of something that is worth a look. */
export const warning = (check: string, found: string, remedy: string): Finding => ({
  check,
  status: "warning",
  found,
  remedy
})

/** Creates the finding of something that has to be corrected. */
export const problem = (check: string, found: string, remedy: string): Finding => ({
  check,
  status: "problem",
  found,
  remedy
})
