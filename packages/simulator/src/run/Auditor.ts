import type { Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"

/** The subject of an audit. */
export interface Audited {
  /** An engine on the store, whose clock is right. */
  readonly payloom: Payloom
  /** The bank that took the charges. */
  readonly box: Sandbox
}

/** Audits everything after a run. Returns one sentence for each error. */
export type Auditor = (audited: Audited) => Promise<ReadonlyArray<string>>

/** The audit of `@payloom/testkit`. */
export const testkitAuditor: Auditor = ({ payloom, box }) => box.audit(payloom)
