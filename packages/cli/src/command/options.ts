import { UsageError } from "./UsageError.ts"

/** The values that were given for an option or an argument, in order. */
type GivenTexts = ReadonlyArray<string>

/** An option of a command, or one of its arguments. `A` is the value that `run` gets. */
export interface Parameter<A> {
  readonly summary: string
  /** The name of the value in help, such as `NUMBER`. Null for an option without a value. */
  readonly placeholder: string | null
  /** True if the option may be given several times. */
  readonly repeats: boolean
  readonly required: boolean
  /** The values that it takes, for help and completion. Empty for any value. */
  readonly choices: ReadonlyArray<string>
  /** Reads the given texts. Throws `UsageError`. `name` is how a person wrote the option. */
  readonly read: (given: GivenTexts, name: string) => A
}

/** The parameters of a command by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>

/** The values of parameters. */
export type ValuesOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer A> ? A : never
}

const parameter = <A>(
  summary: string,
  read: Parameter<A>["read"],
  more: Partial<Omit<Parameter<A>, "summary" | "read">> = {}
): Parameter<A> => ({
  summary,
  placeholder: "TEXT",
  repeats: false,
  required: false,
  choices: [],
  read,
  ...more
})

type Details = Partial<Pick<Parameter<unknown>, "placeholder" | "choices">>

/** An option with a text. Undefined if it is not given. */
export const text = (summary: string, details: Details = {}): Parameter<string | undefined> =>
  parameter(
    summary,
    ([first], name) =>
      first === undefined ? first : chosen(nonEmpty(first, name, summary), name, details.choices),
    details
  )

/** An option or argument with a text that must be given. */
export const requiredText = (summary: string, details: Details = {}): Parameter<string> =>
  parameter(
    summary,
    ([first], name) => chosen(nonEmpty(first, name, summary), name, details.choices),
    { required: true, ...details }
  )

/** An option that may be given several times. */
export const texts = (summary: string, details: Details = {}): Parameter<ReadonlyArray<string>> =>
  parameter<ReadonlyArray<string>>(
    summary,
    (given, name) =>
      given.map((each) => chosen(nonEmpty(each, name, summary), name, details.choices)),
    { repeats: true, ...details }
  )

/** An option without a value. */
export const flag = (summary: string): Parameter<boolean> =>
  parameter(summary, (given) => given.length > 0, { placeholder: null })

/** An option with a whole number within bounds. */
export const whole = (
  summary: string,
  { least, most, otherwise }: { readonly least: number; most: number; readonly otherwise: number }
): Parameter<number> =>
  parameter(
    `${summary} (${otherwise})`,
    ([first], name) => {
      if (first === undefined) return otherwise
      const value = Number(first)
      if (/^\d+$/.test(first) && value >= least && value <= most) return value
      throw new UsageError(
        `${name} must be a number from ${least} to ${most}, but is ${shown(first)}.`
      )
    },
    { placeholder: "NUMBER" }
  )

/**
 * An option with a time: a date, a time in RFC 3339, or a span before now such as `7d`. In
 * milliseconds since the epoch. Undefined if it is not given.
 */
export const time = (summary: string): Parameter<number | undefined> =>
  parameter(summary, ([first], name) => (first === undefined ? first : readTime(first, name)), {
    placeholder: "TIME"
  })

const unitsMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000
}

const readTime = (given: string, name: string): number => {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(given) ?? []
  if (count !== undefined) return Date.now() - Number(count) * (unitsMs[unit] ?? 0)
  const [, day] = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.exec(given) ?? []
  const at = day === undefined || !isDay(day) ? NaN : Date.parse(given)
  if (!Number.isNaN(at)) return at
  throw new UsageError(
    `${name} must be a date such as 2026-11-01, a time such as 2026-11-01T08:00:00Z, or a span ` +
      `before now such as 7d or 12h, but is ${shown(given)}.`
  )
}

/** Returns false for days such as 31 November, which JavaScript reads as the first of December. */
const isDay = (text: string): boolean => {
  const day = Date.parse(text)
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text)
}

const nonEmpty = (given: string | undefined, name: string, summary: string): string => {
  if (given?.includes("\u0000") === true) throw new UsageError(`${name} has a zero byte.`)
  if (given !== undefined && given !== "") return given
  const what = summary.charAt(0).toLowerCase() + summary.slice(1)
  throw new UsageError(`${name} is missing: it takes ${what.replace(/\.$/, "")}.`)
}

const chosen = (
  given: string,
  name: string,
  choices: ReadonlyArray<string> | undefined = []
): string => {
  if (choices.length === 0 || choices.includes(given)) return given
  throw new UsageError(`${name} must be one of ${choices.join(", ")}, but is ${shown(given)}.`)
}

/** Returns the beginning of a given value, for a message. */
const shown = (given: string): string => JSON.stringify(given.slice(0, 40))
