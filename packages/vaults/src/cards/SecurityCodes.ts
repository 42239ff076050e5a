/**
 * The marks of security codes that no charge has needed yet. Schemes forbid storing a security code
 * after the authorization, so a card's reference never contains it. The mark is kept here until the
 * card is released, or until some time has passed. The code itself stays with the vault's service.
 */
export interface SecurityCodes {
  /** Keeps the mark of a card's code for at most an hour. */
  readonly keep: (vaultReference: string, mark: string) => Promise<void> | void
  /** Returns the mark of a card's code, or null. */
  readonly find: (vaultReference: string) => Promise<string | null> | string | null
  /** Deletes the mark of a card's code. Does nothing if there is none. */
  readonly forget: (vaultReference: string) => Promise<void> | void
}

/** The options of codes in memory. */
export interface CodesInMemoryOptions {
  /** The time for which a mark is kept, in minutes. The default is 30. */
  readonly minutes?: number
  /** The most marks that are kept. The oldest one makes place for a new one. Default: 10,000. */
  readonly most?: number
  /** Returns the time in milliseconds since the epoch. The default is this machine's clock. */
  readonly now?: () => number
}

/**
 * Keeps the marks of security codes in the memory of this process. A charge that another process
 * makes is sent without a code. A confirmed checkout is charged by the process that stored the
 * card, so this is rare: it happens if that process ends in between.
 */
export const codesInMemory = ({
  minutes = 30,
  most = 10_000,
  now = Date.now
}: CodesInMemoryOptions = {}): SecurityCodes => {
  const kept = new Map<string, { readonly mark: string; readonly untilMs: number }>()
  const dropOld = (): void => {
    for (const [reference, { untilMs }] of kept) {
      if (untilMs > now() && kept.size < most) return
      kept.delete(reference)
    }
  }
  return {
    keep: (reference, mark) => {
      kept.delete(reference)
      dropOld()
      kept.set(reference, { mark, untilMs: now() + minutes * 60_000 })
    },
    find: (reference) => {
      const found = kept.get(reference)
      return found !== undefined && found.untilMs > now() ? found.mark : null
    },
    forget: (reference) => void kept.delete(reference)
  }
}
