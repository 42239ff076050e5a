import { describe, expect, it } from "vitest"
import { HostWriteFailed, StorageUnavailable } from "../../index.ts"
import { reasonOf } from "./reasonOf.ts"

/** An error whose message fails when it is read. */
const unreadable = Object.defineProperty(new Error(), "message", {
  get: () => {
    throw new Error("unreadable")
  }
})

describe("the reason of a failure", () => {
  it.each([
    ["an error", new Error("the disk is full"), "the disk is full"],
    ["a text", "no route", "no route"],
    ["nothing", undefined, "undefined"],
    ["an object without a text", Object.create(null), "a thrown object without a text"],
    ["an error that can't be read", unreadable, "a thrown object without a text"],
    ["a symbol", Symbol("late"), "Symbol(late)"]
  ])("is named for %s", (_, thrown, reason) => {
    expect(reasonOf(thrown)).toBe(reason)
  })

  it("never makes the message of an error of the storage or of the host fail", () => {
    const cause = Object.create(null)
    expect(new StorageUnavailable({ cause }).message).toContain("(a thrown object without a text)")
    expect(new HostWriteFailed({ cause }).message).toContain("(a thrown object without a text)")
  })
})
