import { withoutSecrets } from "../kernel/logging/causeText.ts"

const maxLength = 500

/** Shortens a provider's reason for storage, and removes text that looks secret. */
export const storableReason = (reason: string): string =>
  withoutSecrets(reason.slice(0, 4 * maxLength))
    .replaceAll("\0", "")
    .slice(0, maxLength)
    .toWellFormed()
