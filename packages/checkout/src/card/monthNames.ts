/**
 * The numbers of months by their names in the form of {@link plain}, in a map for each language.
 */
export type MonthNames = ReadonlyArray<ReadonlyMap<string, number>>

/** The value for dates in digits alone. */
export const noMonthNames: MonthNames = []

/**
 * Returns the names of the months in these languages and in English, long and short, as the
 * platform knows them. The page's own language comes first. Tags that the platform can't read are
 * left out.
 */
export const monthNames = (languages: ReadonlyArray<string>): MonthNames =>
  [...new Set([...languages.filter(isLanguage), "en"])].map(namesIn)

/**
 * Returns the month of a name, which may be cut to three letters or more. Returns null if the name
 * means no month. A whole name in the page's own language wins. Otherwise the result is null if the
 * name could mean several months.
 */
export const monthOf = (names: MonthNames, name: string): number | null => {
  const written = plain(name)
  const own = names[0]?.get(written)
  if (own !== undefined) return own
  const [month, ...others] = new Set(names.flatMap((language) => monthsOf(language, written)))
  return month === undefined || others.length > 0 ? null : month
}

/** Returns true if a month's name begins with this text. */
export const beginsMonth = (names: MonthNames, name: string): boolean =>
  plain(name) !== "" && names.some((language) => beginning(language, plain(name)).length > 0)

/** The shortest beginning of a name. With fewer letters, a word such as "de" would be December. */
const leastLetters = 3

const monthsOf = (names: ReadonlyMap<string, number>, written: string): ReadonlyArray<number> => {
  const whole = names.get(written)
  if (whole !== undefined) return [whole]
  return written.length < leastLetters ? [] : beginning(names, written)
}

const beginning = (names: ReadonlyMap<string, number>, written: string): ReadonlyArray<number> =>
  [...names].filter(([name]) => name.startsWith(written)).map(([, month]) => month)

/** Browsers report languages such as `C` or `en-US@posix`, which are no tags. */
const isLanguage = (tag: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

/** Languages inflect the names of months: alone, before a year or beside a day. */
const styles = (["long", "short"] as const).flatMap((month) => [
  { month },
  { month, year: "numeric" } as const,
  { month, day: "numeric" } as const
])

const namesIn = (language: string): ReadonlyMap<string, number> => {
  const names = new Map<string, number>()
  for (const style of styles) {
    const options = { ...style, calendar: "gregory", timeZone: "UTC" } as const
    const format = new Intl.DateTimeFormat(language, options)
    for (let index = 0; index < 12; index++) {
      const parts = format.formatToParts(Date.UTC(2030, index))
      const written = parts.find(({ type }) => type === "month")?.value ?? ""
      // If months are numbered, as in Japanese, the digits say which month it is.
      const isNumbered = /\p{Nd}/u.test(written)
      if (!isNumbered && !names.has(plain(written))) names.set(plain(written), index + 1)
    }
  }
  return names
}

/**
 * Returns a name in lower case, without accents and punctuation. Marks that are vowels stay,
 * because they distinguish months in Thai and in Hindi.
 */
const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f\u0653-\u0655]|[^\p{L}\p{M}]/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
