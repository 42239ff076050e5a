import { Context } from "effect"

/** What an embedder may tune; the defaults suit most. */
export interface EngineOptions {
  /**
   * How long a call to a provider may take before its outcome counts as unknown, milliseconds;
   * 30,000 unless told.
   */
  readonly providerTimeoutMs?: number
  /** How long closing the engine waits for calls under way, milliseconds; 60,000 unless told. */
  readonly drainMs?: number
  /**
   * How many jobs on money one worker runs at once, 8 unless told. Jobs of other kinds have a
   * quarter as many places of their own, and at least two. Captures, voids and refunds that a
   * process's own requests ask for run beside these, up to eight times as many.
   */
  readonly workerConcurrency?: number
  /**
   * How often a worker looks for jobs that another process made, milliseconds; 1,000 unless told.
   */
  readonly pollMs?: number
  /** Where the hosted page is served, such as https://pay.example; null where none is. */
  readonly hostedPage?: string | null
}

/** The options that an engine runs by. */
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

/** The options given, and the default of those that are absent or undefined. */
export const optionsWith = (given: EngineOptions = {}): SettledOptions => {
  const told = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...defaultEngineOptions, ...Object.fromEntries(told) }
}
