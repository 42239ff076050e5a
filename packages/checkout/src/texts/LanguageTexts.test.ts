import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { LanguageTexts, type LoadLanguage } from "./LanguageTexts.ts"
import { de } from "./languages/de.ts"
import type { Texts } from "./Texts.ts"
import { textsOf } from "./textsOf.ts"

describe("the texts of a language", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined)
  afterEach(() => {
    vi.useRealTimers()
    warn.mockClear()
  })
  afterAll(() => warn.mockRestore())

  const textsFrom = (load: LoadLanguage): LanguageTexts<Texts> => {
    const texts = new LanguageTexts(textsOf)
    texts.comeFrom(load)
    return texts
  }

  it("are English at once for English and for unknown languages", async () => {
    const load = vi.fn(async () => "")
    const texts = textsFrom(load)
    expect(texts.now("en-GB")?.locale).toBe("en-GB")
    expect(texts.now("hu")?.language).toBe("en")
    expect((await texts.settled("hu")).saveCard).toBe("Save card")
    expect(load).not.toHaveBeenCalled()
  })

  it("are English if they can't be loaded, and the next page tries again", async () => {
    const texts = textsFrom(() => Promise.reject(new Error("offline")))
    const { language, locale, saveCard } = await texts.settled("sv-SE")
    expect([language, locale, saveCard]).toEqual(["en", "en", "Save card"])
    expect(warn).toHaveBeenCalledOnce()
    expect(texts.now("sv-SE")).toBeNull()
    texts.comeFrom(async () => "save_card = Spara kort")
    expect((await texts.settled("sv-SE")).saveCard).toBe("Spara kort")
  })

  it("are English if loading takes long, and the language's own for later pages", async () => {
    vi.useFakeTimers()
    const file = Promise.withResolvers<string>()
    const texts = textsFrom(() => file.promise)
    const first = texts.settled("de")
    await vi.advanceTimersByTimeAsync(2499)
    expect(texts.now("de")).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect((await first).language).toBe("en")
    file.resolve(de)
    await vi.advanceTimersByTimeAsync(0)
    expect(texts.now("de-AT")).toMatchObject({ language: "de", locale: "de-AT" })
  })

  it("are loaded once for simultaneous requests", async () => {
    const load = vi.fn(async () => "save_card = Salva la carta")
    const texts = textsFrom(load)
    const all = await Promise.all(["it", "it-CH", "it"].map((locale) => texts.settled(locale)))
    expect(all.map(({ saveCard }) => saveCard)).toEqual(Array(3).fill("Salva la carta"))
    expect(load).toHaveBeenCalledOnce()
  })

  it("are English for messages that their file lacks", async () => {
    const texts = textsFrom(async () => "save_card = Gem kort")
    const { saveCard, tryAgain, every } = await texts.settled("da")
    expect([saveCard, tryAgain, every(2, "week")]).toEqual([
      "Gem kort",
      "Try again",
      "every 2 weeks"
    ])
  })
})
