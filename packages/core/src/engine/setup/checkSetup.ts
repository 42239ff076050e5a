import { Effect, Layer } from "effect"
import type { EngineOptions } from "../../kernel/EngineOptions.ts"
import { minSecretLength } from "../../platform/secrets/Secrets.ts"
import type { PayloomSetup } from "../EngineSetup.ts"
import { optionalModules } from "../modules.ts"
import { modulesCheck } from "./moduleChecks.ts"
import { providersCheck } from "./providerChecks.ts"
import { SetupInvalid } from "./SetupInvalid.ts"
import {
  aBoolean,
  aFunction,
  being,
  mustBe,
  optional,
  type SetupCheck,
  wholeNumberOf,
  withFields,
  withNoOtherFields
} from "./setupChecks.ts"
import { vaultCheck } from "./vaultCheck.ts"

const aLayer = (example: string) => being(`a Layer, such as ${example}`, Layer.isLayer)

const secret: SetupCheck = (value, field) => {
  const what = `a string of at least ${minSecretLength} characters, the same on all processes`
  if (typeof value !== "string") return mustBe(field, what, value)
  if (value.length >= minSecretLength) return []
  return mustBe(field, what, value, `has ${value.length} characters`)
}

const isWebAddress = (value: unknown): boolean =>
  typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value)

const options: Readonly<Record<keyof EngineOptions, SetupCheck>> = {
  providerTimeoutMs: optional(wholeNumberOf("milliseconds", 1)),
  drainMs: optional(wholeNumberOf("milliseconds", 0)),
  workerConcurrency: optional(wholeNumberOf("jobs", 1)),
  pollMs: optional(wholeNumberOf("milliseconds", 1)),
  hostedPage: optional(
    being(
      "null or an address, such as https://pay.example",
      (value) => value === null || isWebAddress(value)
    )
  )
}

/** A new field doesn't compile until it is here. */
const setup: Readonly<Record<keyof PayloomSetup<unknown>, SetupCheck>> = {
  storage: aLayer('sqlite("payloom.db")'),
  providers: providersCheck,
  vault: vaultCheck,
  accountUpdater: optional(
    withFields("an account updater, such as sandbox().accountUpdater", {
      readNotification: aFunction,
      currentCard: aFunction
    })
  ),
  secret,
  threeDs: optional(
    withFields("a 3DS server, such as sandbox().threeDs", {
      authenticate: aFunction,
      result: aFunction
    })
  ),
  webhooks: optional(
    withFields("a webhook sender, such as webhookSender()", {
      send: aFunction,
      refusal: aFunction
    })
  ),
  risk: optional(aLayer("velocityRule()")),
  entropy: optional(aLayer('Entropy.seeded("…")')),
  erasureLog: optional(
    withFields('an erasure log, such as erasureFile("erased.jsonl")', {
      add: aFunction,
      list: aFunction
    })
  ),
  modules: optional(modulesCheck),
  without: optional(
    being('an array of "billing" and "checkout"', (value) => {
      return Array.isArray(value) && value.every((name) => optionalModules.includes(name))
    })
  ),
  workers: optional(aBoolean),
  onAlert: optional(aFunction),
  onLog: optional(aFunction),
  telemetry: optional(
    withFields("telemetry, such as otel()", {
      callerSpan: aFunction,
      counter: aFunction,
      histogram: aFunction,
      observe: aFunction,
      runIn: aFunction,
      seconds: aFunction
    })
  ),
  options: optional(withNoOtherFields("an object of options, such as { drainMs: 0 }", options)),
  clock: optional(
    withFields("a clock, such as manualClock()", {
      currentTimeMillisUnsafe: aFunction,
      currentTimeNanosUnsafe: aFunction,
      sleep: aFunction
    })
  )
}

const inOptions = Object.fromEntries(
  Object.keys(options).map((name) => [name, `Give it in options: { options: { ${name} } }.`])
)

const checked = withNoOtherFields(
  "an object with storage, providers, vault and secret",
  setup,
  inOptions
)

/** Fails with `SetupInvalid` where an engine can't be made of a setup, naming all that is wrong. */
export const checkSetup = (given: unknown): Effect.Effect<void, SetupInvalid> =>
  Effect.suspend(() => {
    const [first, ...others] = checked(given, "")
    return first === undefined
      ? Effect.void
      : Effect.fail(new SetupInvalid({ issues: [first, ...others] }))
  })
