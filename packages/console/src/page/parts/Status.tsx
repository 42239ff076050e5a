import { words } from "../format/words.ts"

const tones: Readonly<Record<string, "good" | "bad" | "warn" | "busy">> = {
  succeeded: "good",
  captured: "good",
  delivered: "good",
  resolved: "good",
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
  reversed: "warn",
  retrying: "warn",
  failing: "bad",
  enabled: "good",
  healthy: "good",
  unhealthy: "bad",
  late: "bad",
  due: "busy",
  set_aside: "bad",
  waiting: "busy"
}

/** A status as a coloured word. */
export const Status = ({ of }: { of: string }) => (
  <span class={`status ${tones[of] ?? "calm"}`}>{words(of)}</span>
)
