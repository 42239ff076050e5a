import { Context } from "effect"

/** What an embedder may tune; the defaults suit most. */
export interface EngineOptions {
  /** How long a call to a provider may take before its outcome counts as unknown, milliseconds. */
  readonly providerTimeoutMs: number
  /** How long closing the engine waits for calls under way, milliseconds. */
  readonly drainMs: number
  /**
   * How many jobs on money one worker runs at once. Jobs of other kinds have a quarter as many
   * places of their own, and at least two. Captures, voids and refunds that a process's own
   * requests ask for run beside these, up to eight times as many.
   */
  readonly workerConcurrency: number
  /** How often a worker looks for jobs that another process made, milliseconds. */
  readonly pollMs: number
  /** Where the hosted page is served, such as https://pay.example; null where none is. */
  readonly hostedPage: string | null
}

export const defaultEngineOptions: EngineOptions = {
  providerTimeoutMs: 30_000,
  drainMs: 60_000,
  workerConcurrency: 8,
  pollMs: 1000,
  hostedPage: null
}

export const EngineConfig = Context.Reference<EngineOptions>("@payloom/core/EngineConfig", {
  defaultValue: () => defaultEngineOptions
})

/** The options given, and the default of those that are absent or undefined. */
export const optionsWith = (given: Partial<EngineOptions> = {}): EngineOptions => {
  const told = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...defaultEngineOptions, ...Object.fromEntries(told) }
}
