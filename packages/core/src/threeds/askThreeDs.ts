import { Effect } from "effect"
import { callProvider } from "../providers/callProvider.ts"
import { EngineConfig } from "../values/EngineOptions.ts"
import {
  type ChallengeResult,
  type ThreeDsAnswer,
  type ThreeDsRequest,
  ThreeDsServer
} from "./ThreeDsServer.ts"

/** Asks whether a payer has to authenticate; no answer in time counts as unavailable. */
export const askThreeDs = Effect.fnUntraced(function* (request: ThreeDsRequest) {
  const server = yield* ThreeDsServer
  const { providerTimeoutMs } = yield* EngineConfig
  const unavailable = (reason: string): ThreeDsAnswer => ({ _tag: "Unavailable", reason })
  const called = yield* callProvider(() => server.authenticate(request), {
    timeoutMs: providerTimeoutMs,
    broken: unavailable
  })
  return called._tag === "Answered" ? called.answer : unavailable("timeout")
})

/** Asks what a challenge came to; no answer in time counts as unavailable. */
export const askChallenge = Effect.fnUntraced(function* (reference: string) {
  const server = yield* ThreeDsServer
  const { providerTimeoutMs } = yield* EngineConfig
  const unavailable = (reason: string): ChallengeResult => ({ _tag: "Unavailable", reason })
  const called = yield* callProvider(() => server.result(reference), {
    timeoutMs: providerTimeoutMs,
    broken: unavailable
  })
  return called._tag === "Answered" ? called.answer : unavailable("timeout")
})
