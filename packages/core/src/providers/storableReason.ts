import { withoutSecrets } from "../kernel/logging/causeText.ts"

const maxLength = 500

/** A reason that a provider gave, fit to be kept: short, and without what looks secret. */
export const storableReason = (reason: string): string =>
  withoutSecrets(reason.slice(0, 4 * maxLength))
    .replaceAll("\0", "")
    .slice(0, maxLength)
    .toWellFormed()
