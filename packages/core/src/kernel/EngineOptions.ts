import { Context } from "effect"

/** The tuning options of an engine. The defaults suit most embedders. */
export interface EngineOptions {
  /**
   * The time limit of a call to a provider, in milliseconds. After it the outcome counts as
   * unknown. 30,000 by default. The vault, the risk check and `hostWrites` have the same limit.
   */
  readonly providerTimeoutMs?: number
  /**
   * The time that closing the engine waits for calls in flight, in milliseconds. 60,000 by default.
   */
  readonly drainMs?: number
  /**
   * The number of jobs on money that one worker runs at once. 8 by default. Jobs of other kinds
   * have a quarter as many slots of their own, and at least two. Captures, voids and refunds that
   * are requested in the same process run in addition, up to eight times as many.
   */
  readonly workerConcurrency?: number
  /**
   * The interval at which a worker polls for jobs of other processes, in milliseconds. 1,000 by
   * default.
   */
  readonly pollMs?: number
  /** The address of the hosted page, such as https://pay.example. Null if there is none. */
  readonly hostedPage?: string | null
}

/** The options of an engine, with the defaults filled in. */
export interface SettledOptions extends Required<EngineOptions> {}

export const defaultEngineOptions: SettledOptions = {
  providerTimeoutMs: 30_000,
  drainMs: 60_000,
  workerConcurrency: 8,
  pollMs: 1000,
  hostedPage: null
}

export const EngineConfig = Context.Reference<SettledOptions>("@payloom/core/kernel/EngineConfig", {
  defaultValue: () => defaultEngineOptions
})

/** Fills in the default of each option that is absent or undefined. */
export const optionsWith = (given: EngineOptions = {}): SettledOptions => {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...defaultEngineOptions, ...Object.fromEntries(set) }
}
