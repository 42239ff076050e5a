import { withErased } from "../platform/storage/erasure.ts"
import type { ProviderNotification } from "../providers/ProviderNotification.ts"

const personal: ReadonlySet<string> = new Set(["message", "bank", "mandateReference", "rawReason"])

/** Erases the texts of a notification that may be personal. Its key and its amounts stay. */
export const erasedNotice = (notice: ProviderNotification): ProviderNotification =>
  withErased(notice, (key) => personal.has(key))
