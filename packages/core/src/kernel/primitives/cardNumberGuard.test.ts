import fc from "fast-check"
import { ulid } from "ulid"
import { afterEach, describe, expect, it, vi } from "vitest"
import { holdsCardNumber, isBareCardNumber } from "./cardNumberGuard.ts"

/** Appends the check digit. */
const withCheckDigit = (digits: string): string => {
  const sum = [...digits].toReversed().reduce((total, digit, position) => {
    const doubled = position % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength })

/** The prefixes and lengths of card numbers. */
const issued: ReadonlyArray<readonly [beginning: string, length: number]> = [
  ["4", 16],
  ["4", 19],
  ["51", 16],
  ["2221", 16],
  ["2720", 16],
  ["34", 15],
  ["37", 15],
  ["36", 14],
  ["300", 16],
  ["6011", 16],
  ["65", 19],
  ["3528", 16],
  ["6220", 17],
  ["5018", 13],
  ["2204", 16]
]

const cardNumber = fc
  .constantFrom(...issued)
  .chain(([beginning, length]) =>
    digits(length - beginning.length - 1, length - beginning.length - 1).map((rest) =>
      withCheckDigit(beginning + rest)
    )
  )

const letters = fc.string({ unit: fc.constantFrom(..."ghijklmnop ,;:!?()\n"), maxLength: 20 })

describe("text without a card number", () => {
  afterEach(() => vi.restoreAllMocks())

  it("costs the plain form of each of its characters once", () => {
    const normalize = vi.spyOn(String.prototype, "normalize")
    expect(holdsCardNumber("\u32cb \u0664-".repeat(100))).toBe(false)
    expect(normalize.mock.calls.length).toBeLessThanOrEqual(2)
  })

  it("is not searched for printed groups from numbers that begin none", () => {
    const test = vi.spyOn(RegExp.prototype, "test")
    expect(holdsCardNumber("4-".repeat(250))).toBe(false)
    // Each of the 250 numbers is looked at once by itself.
    expect(test.mock.calls.length).toBeLessThan(300)
  })
})

describe("free text that holds a card number", () => {
  it("is recognized between any other text", () => {
    fc.assert(
      fc.property(letters, cardNumber, letters, (before, number, behind) => {
        expect(holdsCardNumber(before + number + behind)).toBe(true)
      })
    )
  })

  it("is recognized with single spaces, dots or dashes between any of its digits", () => {
    const separators = fc.array(fc.constantFrom("", "", " ", "-", "."), {
      minLength: 19,
      maxLength: 19
    })
    fc.assert(
      fc.property(cardNumber, separators, (number, between) => {
        const written = [...number].map((digit, at) => digit + (between[at] ?? "")).join("")
        expect(holdsCardNumber(`card: ${written}!`)).toBe(true)
      })
    )
  })

  it("is recognized next to other numbers", () => {
    for (const text of [
      "12 4242 4242 4242 4242",
      "4242 4242 4242 4242 12 2034 123",
      "4242424242424242 4000056655665556",
      "3782 822463 10005 0934 99",
      "order 100200300 card 4242-4242-4242-4242-12"
    ]) {
      expect([text, holdsCardNumber(text)]).toEqual([text, true])
    }
  })

  it("is recognized in full-width digits and with no-break spaces", () => {
    expect(holdsCardNumber("\uff14\uff12".repeat(8))).toBe(true)
    expect(holdsCardNumber("4242\u00a04242\u00a04242\u00a04242")).toBe(true)
  })

  it("is recognized in the digits of any script, ringed, and struck through", () => {
    const written = (zero: number, number: string) =>
      [...number].map((digit) => String.fromCodePoint(zero + Number(digit))).join("")
    for (const zero of [0x660, 0x6f0, 0x966, 0xff10, 0x1d7ce, 0x1d7f6, 0x1e950]) {
      const text = written(zero, "4242424242424242")
      expect([zero.toString(16), holdsCardNumber(text)]).toEqual([zero.toString(16), true])
    }
    expect(holdsCardNumber("④②④②④②④②④②④②④②④②")).toBe(true)
    expect(holdsCardNumber([..."4242424242424242"].join("\u0336"))).toBe(true)
    expect(holdsCardNumber([..."4242424242424242"].join("\u200b"))).toBe(true)
  })
})

describe("free text without a card number", () => {
  it("passes with runs of fewer than 13 digits, such as phone numbers", () => {
    const short = fc.array(digits(1, 12), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(short, letters, (runs, between) => {
        expect(holdsCardNumber(runs.join(`${between}, `))).toBe(false)
      })
    )
    for (const phone of ["+49 30 901820", "030-9018-20", "+1 (555) 010-9999", "004416329609"]) {
      expect([phone, holdsCardNumber(phone)]).toEqual([phone, false])
    }
  })

  it("passes with 13 to 19 digits whose check digit is wrong", () => {
    fc.assert(
      fc.property(cardNumber, fc.integer({ min: 1, max: 9 }), (number, off) => {
        const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + off) % 10}`
        expect(holdsCardNumber(`ref ${wrong}`)).toBe(false)
      })
    )
  })

  it("passes with a prefix or a length that no brand has", () => {
    for (const number of [
      withCheckDigit("1".padEnd(15, "7")),
      withCheckDigit("202611220000471"),
      withCheckDigit("9".padEnd(15, "3")),
      withCheckDigit("4".padEnd(12, "0")),
      withCheckDigit("4".padEnd(14, "0")),
      withCheckDigit("51".padEnd(16, "0")),
      withCheckDigit("34".padEnd(15, "0"))
    ]) {
      expect([number, holdsCardNumber(`order ${number}`)]).toEqual([number, false])
    }
  })

  it("passes with nearly all order numbers, more than by the check digit alone", () => {
    let refused = 0
    for (let n = 0; n < 10_000; n++) {
      if (holdsCardNumber(`20261122-${String(n * 7919).padStart(8, "0")}`)) refused++
    }
    expect(refused).toBe(0)
  })

  it("passes with more than 19 digits in one piece", () => {
    fc.assert(
      fc.property(digits(20, 40), (long) => {
        expect(holdsCardNumber(long)).toBe(false)
      })
    )
  })

  it("passes with ids: ULIDs with and without a prefix", () => {
    for (let n = 0; n < 5000; n++) {
      const id = ulid(n * 1_000_003_007)
      expect([id, holdsCardNumber(`payment_${id} ${id}`)]).toEqual([id, false])
    }
    expect(holdsCardNumber(`payment_01${withCheckDigit("4".repeat(15))}XYZABCDE`)).toBe(false)
  })

  it("passes with UUIDs and hashes in hexadecimal", () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(holdsCardNumber(uuid)).toBe(false)
        expect(holdsCardNumber(uuid.toUpperCase())).toBe(false)
      }),
      { numRuns: 2000 }
    )
    expect(holdsCardNumber("0aaaaaaa-0000-4242-8242-424242424242")).toBe(false)
    expect(holdsCardNumber(`${"4242".repeat(4)}${"abcdef".repeat(8)}`)).toBe(false)
  })

  it("passes with dates, times and amounts", () => {
    for (const text of ["2026-11-15T12:00:00.000Z", "15.11.2026, 12:00", "EUR 1,234,567.89"]) {
      expect([text, holdsCardNumber(text)]).toEqual([text, false])
    }
  })
})

describe("a field that is a bare card number", () => {
  it("is recognized in any spelling", () => {
    for (const text of ["4242424242424242", " 4242 4242\t4242_4242 ", "4242/4242/4242/4242"]) {
      expect([text, isBareCardNumber(text)]).toEqual([text, true])
    }
    fc.assert(fc.property(cardNumber, isBareCardNumber))
  })

  it("is recognized with invisible characters and separators around its digits", () => {
    const between = fc.array(
      fc.constantFrom("\u200b", "\u0301", "\u2060", " ", "\u3000", "\u2010", "-", "_", "/"),
      { maxLength: 20 }
    )
    const written = fc.tuple(cardNumber, fc.array(between, { minLength: 20, maxLength: 20 }))
    fc.assert(
      fc.property(written, ([digits, gaps]) => {
        const text = [...digits, ""].map((digit, at) => (gaps[at] ?? []).join("") + digit).join("")
        expect([isBareCardNumber(text), isBareCardNumber(`${text}a`)]).toEqual([true, false])
        expect(isBareCardNumber(`"${text}"`)).toBe(false)
      })
    )
  })

  it("must have the check digit and the prefix of a brand", () => {
    for (const text of ["4242424242424241", withCheckDigit("1".padEnd(15, "7"))]) {
      expect([text, isBareCardNumber(text)]).toEqual([text, false])
    }
  })

  it("must contain nothing else and have a length of its brand", () => {
    for (const text of ["eyJhbGciOiJFQ0RILUVTIn0..4242424242424242", "4242", "", "4".repeat(20)]) {
      expect([text, isBareCardNumber(text)]).toEqual([text, false])
    }
  })
})
