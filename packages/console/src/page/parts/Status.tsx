import { words } from "../format/words.ts"

const tones: Readonly<Record<string, "good" | "bad" | "warn" | "busy">> = {
  succeeded: "good",
  captured: "good",
  delivered: "good",
  resolved: "good",
  active: "good",
  paid: "good",
  trialing: "busy",
  charging: "busy",
  due: "warn",
  past_due: "bad",
  retrying: "bad",
  terminated: "bad",
  paused: "warn",
  pending_first_payment: "busy",
  evidence_required: "bad",
  chargeback_received: "bad",
  pre_arbitration: "bad",
  arbitration: "bad",
  alert: "warn",
  retrieval_request: "warn",
  representment_submitted: "busy",
  won: "good",
  authorized: "busy",
  pending: "busy",
  processing: "busy",
  authenticating: "busy",
  requires_action: "busy",
  requires_payment: "busy",
  taken: "busy",
  declined: "bad",
  failed: "bad",
  lost: "bad",
  unknown: "warn",
  disputed: "warn",
  open: "warn",
  partially_captured: "good",
  partially_refunded: "good",
  late_charged: "warn",
  returned: "warn",
  reversed: "warn"
}

/** A status as a coloured word. */
export const Status = ({ of }: { of: string }) => (
  <span class={`status ${tones[of] ?? "calm"}`}>{words(of)}</span>
)
