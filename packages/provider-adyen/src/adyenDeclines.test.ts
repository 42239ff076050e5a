import { readDecline } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { adyenDeclines, rawCodeOf, refusalCodeOf, refusalReasons } from "./adyenDeclines.ts"
import { adviceOf, networkCodeIn, rawMeanings } from "./adyenRawCodes.ts"
import { listedRawResponses, listedReasons, untestedReasons } from "./testing/adyenLists.ts"

describe("the decline table of Adyen", () => {
  it("has exactly the refusal reasons of Adyen's lists", () => {
    const tested = listedReasons.filter(([, name]) => name !== "")
    const refused = [...tested, ...untestedReasons]
    expect(refusalReasons.map(({ code }) => code)).toEqual(refused.map(([code]) => code))
    for (const [code, name] of refused) expect([name, refusalCodeOf(name)]).toEqual([name, code])
    expect(listedReasons).toHaveLength(47)
  })

  it.each(listedRawResponses)(
    "knows the raw response %s, behind each reason that says nothing",
    (raw) => {
      const code = networkCodeIn(undefined, raw)
      expect(raw.startsWith(`${code} : `)).toBe(true)
      expect(Object.keys(rawMeanings)).toContain(code)
      expect(rawCodeOf("2", code)).toBe(`2/${code}`)
      expect(rawCodeOf("27", code)).toBe(`27/${code}`)
    }
  )

  it.each(["41", "43", "04", "07", "59", "200", "R1", "83"])(
    "shows only a final decline for the scheme's %s",
    (raw) => {
      expect(readDecline(adyenDeclines, rawCodeOf("2", raw), raw)).toEqual({
        code: "card_declined",
        category: "hard",
        decision: "stop"
      })
    }
  )

  it("retries no card whose token the shopper revoked, nor the card's number", () => {
    for (const code of ["50", refusalCodeOf("Token Revoked")]) {
      const { category, decision } = readDecline(adyenDeclines, code, null)
      expect({ category, decision }).toEqual({ category: "hard", decision: "stop" })
    }
  })

  it.each(["5", "14", "20", "22", "25", "31"])("shows no more for Adyen's own %s", (code) => {
    expect(readDecline(adyenDeclines, code, null)).toMatchObject({
      code: "card_declined",
      category: "hard"
    })
  })

  it("steps up if the issuer wants the payer, and cascades if it can't be reached", () => {
    expect(readDecline(adyenDeclines, "38", null).decision).toBe("step_up")
    expect(readDecline(adyenDeclines, "9", null).decision).toBe("cascade")
    expect(readDecline(adyenDeclines, "2/1A", "1A").decision).toBe("step_up")
  })

  it("is read by the names of the reasons, because a webhook has only these", () => {
    for (const { code, name } of refusalReasons) {
      expect(refusalCodeOf(name)).toBe(code)
      expect(refusalCodeOf(name.toUpperCase())).toBe(code)
    }
    expect(refusalCodeOf("Something new")).toBe("Something new")
  })
})

describe("a raw response", () => {
  it("has the code beside it, or else the code that it begins with", () => {
    expect(networkCodeIn("51", "Anything")).toBe("51")
    expect(networkCodeIn("5", undefined)).toBe("05")
    expect(networkCodeIn("N/A", "N7 : Decline for CVV2 failure")).toBe("N7")
    expect(networkCodeIn("", undefined)).toBeNull()
  })

  it.each([
    ["51 : Insufficient funds", "51"],
    ["51: Insufficient funds", "51"],
    ["5 : Do not honor", "05"],
    ["N7 : Decline for CVV2 failure", "N7"],
    ["111 : Invalid account", "111"],
    ["AUTHORISED", null],
    ["DECLINED Expired Card", null],
    [undefined, null]
  ])("%s has the code %s", (raw, code) => {
    expect(networkCodeIn(undefined, raw)).toBe(code)
  })

  it.each([
    ["01 : New account information available", "mc", "79", "fix"],
    ["02: Cannot approve at this time, try again later", "mc", "51", "later"],
    ["03 : Do not try again", "mc", "05", "never"],
    ["21 : Payment cancellation", "mc", "05", "never"],
    ["24 : Retry after 1 hour", "mc", "51", "later"],
    ["43 : Consumer multi-use virtual card number", "mc", "51", null],
    [undefined, "visa", "14", "never"],
    [undefined, "visacredit", "R0", "never"],
    [undefined, "visa", "54", "fix"],
    [undefined, "visa", "51", null],
    [undefined, "mc", "14", null],
    [undefined, undefined, null, null]
  ] as const)("with the advice %s of %s, and %s, advises: %s", (advice, brand, code, means) => {
    expect(adviceOf(advice, brand, code)).toBe(means)
  })
})
