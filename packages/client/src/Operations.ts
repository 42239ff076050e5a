/** An operation over HTTP. */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH"
  /** The path. It contains `{id}` in place of the resource's id. */
  readonly path: string
  /** The input after the id. Absent if there is none. */
  readonly takes?: "body" | "query"
  /** True if it answers pages of a list. */
  readonly pages?: boolean
  /** True if it takes an idempotency key. */
  readonly keyed?: boolean
  /** How to find out if a change was made whose answer was lost. */
  readonly findOut?: string
}

/** The operations of an API by their resources, such as `payments` and then `create`. */
export type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>
