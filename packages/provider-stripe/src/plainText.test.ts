import { describe, expect, it } from "vitest"
import { plainText } from "./plainText.ts"

const texts = [
  ["Größe", "Groesse"],
  ["Gro\u0308\u00dfe", "Groesse"],
  ["Bäckerei Müller Öl Übel", "Baeckerei Mueller Oel Uebel"],
  ["Łódź Żółć ęąśń", "Lodz Zolc easn"],
  ["Příliš žluťoučký kůň", "Prilis zlutoucky kun"],
  ["Café Crème", "Cafe Creme"],
  ["Αθήνα Καφές", "Athina Kafes"],
  ["Москва Щи", "Moskva Schi"],
  ["Smørrebrød", "Smorrebrod"],
  ["ﬁn № 5", "fin No 5"],
  ["Joe\u2019s", "Joe's"],
  ["Plain text 1", "Plain text 1"]
] as const

describe("a text for a statement", () => {
  it.each(texts)("is written in plain Latin letters: %s as %s", (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it("keeps characters without such a form, and takes no longer for a long text", () => {
    expect(plainText("東京")).toBe("東京")
    expect(plainText("ß".repeat(1_000_000))).toHaveLength(1000)
  })
})
