import { describe, expect, it } from "vitest"
import { textsIn } from "./testing/textsIn.ts"

/** Removes the marks that keep the direction of a value in a text from right to left. */
const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, "")

describe("a billing interval", () => {
  it.each([
    ["pl", ["co miesiąc", "co 2 miesiące", "co 5 miesięcy", "co 12 miesięcy", "co 22 miesiące"]],
    [
      "cs",
      [
        "každý měsíc",
        "každé 2 měsíce",
        "každých 5 měsíců",
        "každých 12 měsíců",
        "každých 22 měsíců"
      ]
    ],
    [
      "ru",
      [
        "каждый месяц",
        "каждые 2 месяца",
        "каждые 5 месяцев",
        "каждые 12 месяцев",
        "каждые 22 месяца"
      ]
    ],
    [
      "uk",
      ["щомісяця", "кожні 2 місяці", "кожні 5 місяців", "кожні 12 місяців", "кожні 22 місяці"]
    ],
    ["ar", ["كل شهر", "كل شهرين", "كل 5 أشهر", "كل 12 شهرًا", "كل 22 شهرًا"]],
    ["he", ["מדי חודש", "מדי חודשיים", "מדי 5 חודשים", "מדי 12 חודשים", "מדי 22 חודשים"]],
    ["ja", ["毎月", "2か月ごと", "5か月ごと", "12か月ごと", "22か月ごと"]]
  ])("has the plural forms of %s", (language, said) => {
    const { every } = textsIn(language)
    expect([1, 2, 5, 12, 22].map((count) => plain(every(count, "month")))).toEqual(said)
  })

  it("has the form of 1 for 21 in Russian and Ukrainian, but another text", () => {
    expect(textsIn("ru").every(21, "day")).toBe("каждый 21 день")
    expect(textsIn("uk").every(21, "day")).toBe("кожен 21 день")
  })
})

describe("a free trial", () => {
  const from = { amount: "9 €", often: "…", from: "…" }

  it.each([
    ["pl", 1, "1 dzień bezpłatnie,"],
    ["pl", 14, "14 dni bezpłatnie,"],
    ["ru", 1, "1 день бесплатно,"],
    ["ru", 3, "3 дня бесплатно,"],
    ["ru", 14, "14 дней бесплатно,"],
    ["cs", 3, "3 dny zdarma,"],
    ["cs", 14, "14 dní zdarma,"],
    ["ar", 1, "يوم واحد مجانًا،"],
    ["ar", 2, "يومان مجانًا،"],
    ["ar", 7, "7 أيام مجانًا،"],
    ["ar", 14, "14 يومًا مجانًا،"],
    ["ar", 100, "100 يوم مجانًا،"],
    ["he", 2, "יומיים ללא תשלום,"],
    ["he", 14, "14 ימים ללא תשלום,"]
  ])("in %s of %i days has the form of that number", (language, days, said) => {
    const text = textsIn(language).terms.later({ ...from, trial: { days, amount: null } })
    expect(plain(text).startsWith(said), text).toBe(true)
  })
})

describe("a value in a text from right to left", () => {
  it.each(["ar", "he"])("keeps its own direction in %s", (language) => {
    expect(textsIn(language).back("Shop (EU)")).toContain("\u2068Shop (EU)\u2069")
  })

  it("has no marks in a text from left to right", () => {
    expect(textsIn("de").back("Laden")).toBe("Zurück zu Laden")
  })
})
