import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { ApiKeyId } from "../../kernel/primitives/PublicId.ts"
import { apiKeyActing, checkActing } from "./Acting.ts"

describe("the actor of a call", () => {
  it("is accepted unchecked if the engine made it for an API key", () => {
    const acting = apiKeyActing("key_of_the_engine" as ApiKeyId, "req_of_the_engine")
    expect(Result.getOrThrow(checkActing(acting))).toEqual({
      actor: { type: "api_key", id: "key_of_the_engine" },
      request: "req_of_the_engine"
    })
  })

  it("is checked if a program made it, also as a copy of the engine's", () => {
    const acting = apiKeyActing("key_of_the_engine" as ApiKeyId, "r".repeat(256))
    expect(Result.isSuccess(checkActing(acting))).toBe(true)
    expect(Result.isFailure(checkActing({ ...acting }))).toBe(true)
  })
})
