import type { Moment } from "../ids/Moment.ts"
import type { Scope } from "../storage/Scope.ts"

/** What a decision needs beside the rows: whose they are, when it is, in which revision to tell. */
export interface Setting extends Moment {
  readonly scope: Scope
  /** The API revision that events are told in. */
  readonly apiVersion: string
}
