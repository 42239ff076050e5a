/** What a language says of one, and of other numbers; the number stands in the place of `%`. */
interface Forms {
  readonly one: string
  readonly other: string
}

/** The form that goes with a number, such as "1 day" or "14 days". */
export const counted = (language: string, count: number, { one, other }: Forms): string => {
  const form = new Intl.PluralRules(language).select(count) === "one" ? one : other
  return form.replace("%", () => new Intl.NumberFormat(language).format(count))
}
