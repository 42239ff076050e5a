import { describe, expect, expectTypeOf, it } from "vitest"
import { VaultUnavailable } from "../cards/vault/CardVault.ts"
import { parameterInvalid } from "../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../kernel/input/ResourceNotFound.ts"
import { EngineClosed } from "../kernel/Shutdown.ts"
import { PaymentNotCapturable } from "../payments/charges/errors.ts"
import { StorageUnavailable } from "../platform/storage/Storage.ts"
import { ApiKeyInvalid } from "../platform/tenants/errors.ts"
import { type EngineError, isEngineError } from "./errors.ts"
import { SetupInvalid } from "./setup/SetupInvalid.ts"

const notCapturable = new PaymentNotCapturable({
  payment: "payment_1",
  status: "voided",
  message: "It is voided."
})

const refusals: ReadonlyArray<EngineError> = [
  notCapturable,
  new EngineClosed(),
  new ApiKeyInvalid(),
  new ResourceNotFound({ object: "payment", id: "payment_1" }),
  new StorageUnavailable({ cause: "gone" }),
  new VaultUnavailable({ cause: "gone" }),
  parameterInvalid("amount", "must be a bigint, such as 1250n")
]

const others: ReadonlyArray<unknown> = [
  new Error("EngineClosed"),
  new SetupInvalid({ issues: [{ field: "secret", message: "It must be a secret." }] }),
  Object.assign(new Error("another library's"), { _tag: "InvalidInput" }),
  { _tag: "EngineClosed", message: "It looks like one." },
  "EngineClosed",
  undefined,
  null
]

describe("isEngineError", () => {
  it.each(refusals.map((error) => [error._tag, error] as const))("knows %s", (_, error) => {
    expect(isEngineError(error)).toBe(true)
  })

  it.each(others.map((other) => [String(other), other] as const))("knows no %s", (_, other) => {
    expect(isEngineError(other)).toBe(false)
  })

  it("tells by the tag what an error carries", () => {
    const caught: unknown = notCapturable
    if (!isEngineError(caught) || caught._tag !== "PaymentNotCapturable") {
      return expect.unreachable()
    }
    expectTypeOf(caught).toEqualTypeOf<PaymentNotCapturable>()
    expect(caught.status).toBe("voided")
  })
})
