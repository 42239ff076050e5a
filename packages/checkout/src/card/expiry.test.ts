import { describe, expect, it } from "vitest"
import {
  correctedExpiry,
  expiryDigits,
  expiryText,
  isPast,
  readExpiry,
  typedExpiry
} from "./expiry.ts"
import { monthNames } from "./monthNames.ts"

/** Returns the text of a field after the last of these keys. */
const typed = (keys: string, language = "en"): string =>
  [...keys].reduce((text, key) => typedExpiry(text + key, monthNames([language])), "")

describe("an expiry", () => {
  it.each([
    ["1", "1"],
    ["12", "12 / "],
    ["5", "05 / "],
    ["1/", "01 / "],
    ["1/27", "01 / 27"],
    ["1 27", "01 / 27"],
    ["01/27", "01 / 27"],
    ["12/27", "12 / 27"],
    ["1227", "12 / 27"],
    ["12/2027", "12 / 27"],
    ["122027", "12 / 27"],
    ["1/2027", "01 / 27"],
    ["527", "05 / 27"],
    ["13", "01 / 3"],
    ["130", "01 / 30"],
    ["02/27", "02 / 27"],
    ["0227", "02 / 27"],
    ["2/27", "02 / 27"],
    ["227", "02 / 27"],
    ["022027", "02 / 27"],
    ["20", "20"],
    ["203", "203"],
    ["2030", "2030"],
    ["2030-", "2030-"],
    ["2030-1", "2030-1"],
    ["2030-12", "12 / 30"],
    ["2030-01", "01 / 30"],
    ["2030-5", "05 / 30"],
    ["2030 / 12", "12 / 30"],
    ["2030 0", "2030-0"],
    ["20301", "20301"],
    ["203012", "12 / 30"],
    ["20305", "05 / 30"],
    ["2030 Dec", "2030 Dec"],
    ["2030-december ", "12 / 30"],
    ["2030 x12", "12 / 30"],
    ["December", "December"],
    ["December 2030", "12 / 30"],
    ["dec. 30", "12 / 30"],
    ["Jun 2030", "06 / 30"],
    ["x12/30", "12 / 30"],
    ["١٢٣٠", "12 / 30"],
    ["00", "0"],
    ["0/", "0"],
    ["/", ""],
    ["x", ""]
  ])("that is typed as %s becomes %j", (keys, text) => {
    expect(typed(keys)).toBe(text)
  })

  it.each([
    ["2030-12", "12 / 30"],
    ["2030-1", "01 / 30"],
    ["2030/12/31", "12 / 30"],
    ["203012", "12 / 30"],
    ["12/2030", "12 / 30"],
    ["1.2030", "01 / 30"],
    [" 12 - 30 ", "12 / 30"],
    ["1227", "12 / 27"],
    ["122034", "12 / 34"],
    ["1/27", "01 / 27"],
    ["13", "01 / 3"],
    ["１２／３０", "12 / 30"],
    ["٠٥/٢٠٣٠", "05 / 30"],
    ["۱۲/۳۰", "12 / 30"],
    ["2030年12月", "12 / 30"],
    ["2030年1月", "01 / 30"],
    ["20301", "01 / 30"],
    ["20301231", "12 / 30"],
    ["12/30 123", "12 / 30"],
    ["12/30 1234", "12 / 30"],
    ["\u200f12/2030", "12 / 30"],
    ["\t12\u00a0⁄\u00a030\n", "12 / 30"],
    [`${"x".repeat(1000)}12/30`, ""]
  ])("that is pasted as %s becomes %j", (pasted, text) => {
    expect(expiryText(pasted)).toBe(text)
  })

  it.each([
    ["en", "December 2030"],
    ["en", "2030 December"],
    ["en", "Dec 30"],
    ["de", "Dezember 2030"],
    ["de", "Dez. 2030"],
    ["fr", "décembre 2030"],
    ["fr", "DECEMBRE 30"],
    ["es", "dic 2030"],
    ["pl", "grudzień 2030"],
    ["ru", "декабря 2030"],
    ["ar", "ديسمبر ٢٠٣٠"],
    ["ja", "December 2030"],
    ["tr", "ARALIK 2030"],
    ["th", "ธ.ค. 2030"],
    ["fa", "دسامبر ۲۰۳۰"],
    ["en", "valid thru Dec 2030"],
    ["en", "31 Dec 2030"],
    ["en", "1st of December, 2030"],
    ["es", "diciembre de 2030"]
  ])("may name its month in %s and in English: %s", (language, pasted) => {
    expect(expiryText(pasted, monthNames([language]))).toBe("12 / 30")
  })

  it("whose month could be several is not read", () => {
    for (const text of ["Ju 2030", "Ma 30", "Foo 2030", "de 30", "Jan or Feb 2030", "5 Dec 30"]) {
      expect(readExpiry(expiryText(text, monthNames(["en"])))).toBeNull()
    }
  })

  it("whose year was typed first is complete once the payer leaves the field", () => {
    expect(expiryText(typed("2030-1"))).toBe("01 / 30")
    expect(expiryText(typed("20301"))).toBe("01 / 30")
    expect(expiryText(typed("Dec"), monthNames(["en"]))).toBe("12 / ")
    expect(expiryText(typed("2030 dec"), monthNames(["en"]))).toBe("12 / 30")
  })

  it("can be deleted key by key, in either order of month and year", () => {
    expect(correctedExpiry("2030-")).toBe("2030")
    expect(correctedExpiry("203")).toBe("203")
    expect(correctedExpiry("2031-1")).toBe("2031-1")
    expect(correctedExpiry("Decembe")).toBe("Decembe")
    expect(correctedExpiry("2030 Decembe")).toBe("2030 Decembe")
  })

  it.each(["1327", "13/27", "0030", "2030", "012/2030", "12/2573"])(
    "that is pasted as %s is invalid and stays invalid",
    (pasted) => {
      expect(readExpiry(expiryText(pasted))).toBeNull()
    }
  )

  it.each(["01/12/2030", "12/31/2030", "31.12.2030", "12/31/30", "12312030", "31122030"])(
    "that is pasted with a day, as %s, is invalid if day and month are ambiguous",
    (pasted) => {
      expect(readExpiry(expiryText(pasted))).toBeNull()
    }
  )

  it("stays as it was typed while the payer deletes it", () => {
    const steps = ["12 / 34", "12 / 3", "12 / ", "1", ""]
    const kept = ["12 / 34", "12 / 3", "12", "1", ""]
    expect(steps.map(correctedExpiry)).toEqual(kept)
    expect(correctedExpiry("05 /")).toBe("05")
    expect(expiryText("12" + "3")).toBe("12 / 3")
  })

  it("keeps its year if the month is corrected", () => {
    expect(correctedExpiry("1 / 34")).toBe("1 / 34")
    expect(correctedExpiry(" / 34")).toBe(" / 34")
    expect(correctedExpiry("11 / 34")).toBe("11 / 34")
    expect(correctedExpiry("012 / 34")).toBe("01 / 34")
    expect(expiryText("1 / 34")).toBe("01 / 34")
  })

  it.each([
    ["12 / 34", "1234"],
    ["1 / 34", "0134"],
    ["1234", "1234"]
  ])("%j is sent between frames as %s and read from that", (text, digits) => {
    expect(expiryDigits(text)).toBe(digits)
    expect(readExpiry(digits)).toEqual(readExpiry(text))
  })

  it.each(["", "1", "13 / 30", "00 / 30", "12 / 3", "12 / 203", "12 / 30 / 1", "130"])(
    "is not %j",
    (text) => {
      expect([readExpiry(text), expiryDigits(text)]).toEqual([null, null])
    }
  )

  it("has passed when its month has passed everywhere on earth", () => {
    const expiry = { month: 12, year: 2030 }
    expect(isPast(expiry, new Date("2031-01-01T11:59:00Z"))).toBe(false)
    expect(isPast(expiry, new Date("2031-01-01T12:01:00Z"))).toBe(true)
  })
})
