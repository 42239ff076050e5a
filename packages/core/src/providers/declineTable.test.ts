import { describe, expect, it } from "vitest"
import { DeclineAdvice, DeclineCategory, DeclineCode, declineBlock } from "./Decline.ts"
import { type DeclineTable, readDecline } from "./declineTable.ts"
import { merchantAdviceCodes, networkDeclines } from "./networkDeclines.ts"

const table: DeclineTable = {
  version: 3,
  meanings: {
    nsf: { code: "insufficient_funds", category: "soft", decision: "stop" },
    "51": { code: "limit_exceeded", category: "soft", decision: "cascade" }
  }
}
const unmapped = { code: "card_declined", category: "soft", decision: "stop" }

describe("the meaning of a decline", () => {
  it("comes from the provider's own code first", () => {
    expect(readDecline(table, "nsf", "54")).toBe(table.meanings.nsf)
    expect(readDecline(table, "51", null)).toBe(table.meanings["51"])
  })

  it("comes from the network's code if the provider's is unknown", () => {
    expect(readDecline(table, "E-900", "54")).toEqual({
      code: "expired_card",
      category: "hard",
      decision: "stop"
    })
  })

  it("is a soft card_declined that stops the cascade if the code is unknown", () => {
    expect(readDecline(table, "E-900", null)).toEqual(unmapped)
    expect(readDecline(table, "E-900", "ZZ")).toEqual(unmapped)
    expect(readDecline(table, "", "")).toEqual(unmapped)
  })

  it("is not taken from inherited properties", () => {
    for (const code of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(readDecline(table, code, code)).toEqual(unmapped)
    }
  })
})

describe("the schemes' response codes", () => {
  const meanings = Object.entries(networkDeclines.meanings)

  const ofCards = meanings.filter(([code]) => code.length === 2)

  it("have two characters for cards and four for direct debits, in a versioned table", () => {
    expect(networkDeclines.version).toBeGreaterThanOrEqual(1)
    for (const [code] of meanings) expect(code).toMatch(/^([0-9A-Z]{2}|[A-Z]{2}([0-9]{2}|OR))$/)
  })

  it("are 103 for cards, without the codes of approvals", () => {
    expect(ofCards).toHaveLength(103)
    const approvals = ["00", "10", "11", "85"]
    expect(ofCards.filter(([code]) => approvals.includes(code))).toEqual([])
  })

  it("have the 25 return reasons of SEPA direct debits", () => {
    const reasons = meanings.filter(([code]) => code.length === 4).map(([code]) => code)
    expect(reasons.toSorted().join(" ")).toBe(
      "AC01 AC04 AC06 AC13 AG01 AG02 AM04 AM05 BE05 CNOR DN05 DNOR FF01 MD01 MD02 MD06 MD07 MS02 " +
        "MS03 RC01 RR01 RR02 RR03 RR04 SL01"
    )
  })

  it("cascade only for technical and configuration problems", () => {
    const cascading = meanings.filter(([, { decision }]) => decision === "cascade")
    expect(cascading.length).toBeGreaterThan(0)
    for (const [code, { category }] of cascading) {
      expect([code, ["technical", "configuration"].includes(category)]).toEqual([code, true])
    }
  })

  it("never cascade a hard decline, and ask for 3DS only for authentication declines", () => {
    for (const [code, { category, decision }] of meanings) {
      if (category === "hard") expect([code, decision]).toEqual([code, "stop"])
      expect([code, decision === "step_up"]).toEqual([code, category === "authentication"])
    }
  })

  it("are card_declined for cards reported lost, stolen or suspicious", () => {
    for (const code of ["04", "07", "41", "43", "59"]) {
      expect(readDecline(table, "unknown", code)).toMatchObject({ code: "card_declined" })
    }
  })
})

describe("a decline", () => {
  const now = Date.UTC(2026, 10, 15)

  it("has advice and a message for every code in every category", () => {
    for (const code of DeclineCode.literals) {
      for (const category of DeclineCategory.literals) {
        const block = declineBlock(code, category, now)
        expect(block).toMatchObject({ code, category })
        expect(DeclineAdvice.literals).toContain(block.advice)
        expect(block.message).toMatch(/^[A-Z][^!]{10,}\.$/)
      }
    }
  })

  it("has a retry time only in the future, and none if it is hard", () => {
    for (const code of DeclineCode.literals) {
      for (const category of DeclineCategory.literals) {
        const { retryAfter, advice } = declineBlock(code, category, now)
        if (retryAfter !== null) expect(retryAfter).toBeGreaterThan(now)
        if (category === "hard")
          expect([retryAfter, advice !== "retry_later"]).toEqual([null, true])
        if (advice === "retry_later") expect(retryAfter).not.toBe(null)
      }
    }
  })

  it("has a message without words of fraud, theft or risk", () => {
    for (const code of DeclineCode.literals) {
      expect(declineBlock(code, "hard", now).message).not.toMatch(/fraud|stolen|lost|risk|suspect/i)
    }
  })
})

describe("Mastercard's merchant advice codes", () => {
  it("are 17 codes of two digits that give advice", () => {
    const codes = Object.keys(merchantAdviceCodes)
    expect(codes).toHaveLength(17)
    for (const code of codes) expect(code).toMatch(/^[0-9]{2}$/)
  })

  it("forbid retries that the scheme fines, and of cards that can't be charged again", () => {
    const never = Object.entries(merchantAdviceCodes).filter(([, advice]) => advice === "never")
    expect(never.map(([code]) => code).toSorted()).toEqual(["03", "21", "22", "40", "41", "42"])
  })
})
