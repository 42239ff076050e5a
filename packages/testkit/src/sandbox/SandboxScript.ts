import type { CardName, ModificationKind } from "./cardConduct.ts"
import type { ChargeConduct, LookupConduct, ModificationConduct } from "./conduct.ts"

/** A call that a script can control. */
export interface ScriptedCall {
  /** The provider's name. */
  readonly provider: string
  /** The merchant account's credentials. */
  readonly account: string
  /** The caller's reference: the id of an attempt, capture, void, refund or increment. */
  readonly reference: string
  /** The card or method. Absent if the bank doesn't know the charge. */
  readonly card?: CardName
  /** In minor units. Absent for a lookup. */
  readonly amount?: bigint
}

/**
 * The calls that an entry applies to, and their number. By default, an entry applies to all calls.
 */
export interface ScriptOptions {
  readonly provider?: string
  readonly account?: string
  readonly reference?: string
  readonly card?: CardName
  /** The number of calls. Default: 1. `Infinity` is for all later calls. */
  readonly times?: number
}

/**
 * A conduct, or a function that chooses one for each call. If it returns `undefined`, the next
 * entry applies, and finally the card.
 */
export type ScriptEntry<Conduct> = Conduct | ((call: ScriptedCall) => Conduct | undefined)

/**
 * Controls the behavior of later calls, in place of their cards. Entries are used in the order in
 * which they were added, each for the calls that it applies to.
 *
 * @example The first account's connection breaks after charging, then three lookups fail
 * ```ts
 * box.script.charge(chargeThat.throwsAfterCharging(), { account: sandboxAccounts.primary })
 * box.script.lookup(lookupThat.isUnavailable(), { times: 3 })
 * ```
 *
 * @example Faults under a seed, for a simulation
 * ```ts
 * box.script.charge(() => (random() < 0.1 ? chargeThat.hangs() : undefined), { times: Infinity })
 * ```
 */
export interface SandboxScript {
  readonly charge: (entry: ScriptEntry<ChargeConduct>, options?: ScriptOptions) => void
  readonly capture: (entry: ScriptEntry<ModificationConduct>, options?: ScriptOptions) => void
  readonly void: (entry: ScriptEntry<ModificationConduct>, options?: ScriptOptions) => void
  readonly refund: (entry: ScriptEntry<ModificationConduct>, options?: ScriptOptions) => void
  readonly increment: (entry: ScriptEntry<ModificationConduct>, options?: ScriptOptions) => void
  /** Adds an entry for lookups of charges and modifications. */
  readonly lookup: (entry: ScriptEntry<LookupConduct>, options?: ScriptOptions) => void
  /** Returns the number of calls that are still scripted. */
  readonly remaining: () => number
  /** Removes every entry. */
  readonly clear: () => void
}

/** The script as providers read it. Each function returns undefined if nothing is scripted. */
export interface ScriptPlayer extends SandboxScript {
  readonly playCharge: (call: ScriptedCall) => ChargeConduct | undefined
  readonly playModification: (
    kind: ModificationKind,
    call: ScriptedCall
  ) => ModificationConduct | undefined
  readonly playLookup: (call: ScriptedCall) => LookupConduct | undefined
}

class Scene<Conduct extends object> {
  #entries: Array<{
    readonly entry: ScriptEntry<Conduct>
    readonly options: ScriptOptions
    left: number
  }> = []

  add(entry: ScriptEntry<Conduct>, options: ScriptOptions = {}): void {
    this.#entries.push({ entry, options, left: options.times ?? 1 })
  }

  play(call: ScriptedCall): Conduct | undefined {
    for (const scripted of this.#entries) {
      const { provider, account, reference, card } = scripted.options
      const isFor =
        (provider === undefined || provider === call.provider) &&
        (account === undefined || account === call.account) &&
        (reference === undefined || reference === call.reference) &&
        (card === undefined || card === call.card)
      if (!isFor) continue
      const { entry } = scripted
      const conduct = typeof entry === "function" ? entry(call) : entry
      if (conduct === undefined) continue
      scripted.left -= 1
      this.#entries = this.#entries.filter(({ left }) => left > 0)
      return conduct
    }
    return undefined
  }

  remaining(): number {
    return this.#entries.reduce((sum, { left }) => sum + left, 0)
  }

  clear(): void {
    this.#entries = []
  }
}

/** Creates an empty script. */
export const sandboxScript = (): ScriptPlayer => {
  const charges = new Scene<ChargeConduct>()
  const lookups = new Scene<LookupConduct>()
  const modifications: Readonly<Record<ModificationKind, Scene<ModificationConduct>>> = {
    capture: new Scene(),
    void: new Scene(),
    refund: new Scene(),
    increment: new Scene()
  }
  const scenes = [charges, lookups, ...Object.values(modifications)]
  return {
    charge: (entry, options) => charges.add(entry, options),
    capture: (entry, options) => modifications.capture.add(entry, options),
    void: (entry, options) => modifications.void.add(entry, options),
    refund: (entry, options) => modifications.refund.add(entry, options),
    increment: (entry, options) => modifications.increment.add(entry, options),
    lookup: (entry, options) => lookups.add(entry, options),
    remaining: () => scenes.reduce((sum, scene) => sum + scene.remaining(), 0),
    clear: () => {
      for (const scene of scenes) scene.clear()
    },
    playCharge: (call) => charges.play(call),
    playModification: (kind, call) => modifications[kind].play(call),
    playLookup: (call) => lookups.play(call)
  }
}
