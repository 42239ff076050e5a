/** A month's number by its names, without accents and in lower case. */
export type MonthNames = ReadonlyMap<string, number>

/** No month's names, for dates in digits alone. */
export const noMonthNames: MonthNames = new Map()

/** What a name is compared by. */
const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/[^\p{L}]/gu, "")
    .toLowerCase()

/** Beside a day many languages have another form of a month's name. */
const styles = [
  { month: "long" },
  { month: "short" },
  { month: "long", day: "numeric" },
  { month: "short", day: "numeric" }
] as const

/**
 * The names of the months in a language and in English, long and short, as the platform knows them.
 * The language comes first, so its names win where English has the same for another month.
 */
export const monthNames = (language: string): MonthNames => {
  const names = new Map<string, number>()
  for (const locale of [language, "en"]) {
    for (const style of styles) {
      const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" })
      for (let index = 0; index < 12; index++) {
        const parts = format.formatToParts(Date.UTC(2030, index))
        const written = parts.find(({ type }) => type === "month")?.value ?? ""
        // Where months are numbered, as in Japanese, the digits say which month it is.
        const isNumbered = /\p{Nd}/u.test(written)
        if (!isNumbered && !names.has(plain(written))) names.set(plain(written), index + 1)
      }
    }
  }
  return names
}

/** The month that a name means, whole or begun; null if it means none or several. */
export const monthOf = (names: MonthNames, name: string): number | null => {
  const begun = plain(name)
  const whole = names.get(begun)
  if (whole !== undefined) return whole
  const [month, ...others] = new Set(monthsBeginning(names, begun))
  return month === undefined || others.length > 0 ? null : month
}

/** Returns true if a month's name begins like this. */
export const beginsMonth = (names: MonthNames, name: string): boolean =>
  plain(name) !== "" && monthsBeginning(names, plain(name)).length > 0

const monthsBeginning = (names: MonthNames, begun: string): ReadonlyArray<number> =>
  begun === ""
    ? []
    : [...names].filter(([name]) => name.startsWith(begun)).map(([, month]) => month)
