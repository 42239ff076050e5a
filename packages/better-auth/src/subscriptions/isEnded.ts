import type { Subscription } from "@payloom/core"

const ended: ReadonlySet<string> = new Set(["canceled", "expired", "terminated"])

/** True if a subscription has ended for good. */
export const isEnded = ({ status }: Pick<Subscription, "status">): boolean => ended.has(status)
