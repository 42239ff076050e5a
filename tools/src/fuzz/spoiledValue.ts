import type { Draw } from "./Draw.ts"

/** Values that are wrong for most fields. */
const wrongValues: ReadonlyArray<unknown> = [
  null,
  true,
  -1,
  0,
  1.5,
  1e21,
  "",
  " ",
  "0",
  "-1",
  "1e9",
  "9".repeat(30),
  "99999999999999999999",
  "4242424242424242",
  "x".repeat(5000),
  "\u0000",
  "\ud800",
  "\u202e",
  "<script>alert(1)</script>",
  "'; DROP TABLE payments; --",
  "../../etc/passwd",
  "javascript:alert(1)",
  "http://169.254.169.254/",
  "__proto__",
  "2026-13-45",
  "payment_00000000000000000000000000",
  [],
  [[]],
  {},
  { __proto__: null, constructor: { prototype: 1 } }
]

const strangeNames = ["unknown_field", "isAdmin", "amount ", "Amount", "__proto__", "", "a.b", "🙂"]

/**
 * Returns a value with one to three mistakes: a field that is left out, has a wrong value, is
 * repeated in another form, or is unknown.
 */
export const spoiledValue = (value: unknown, draw: Draw): unknown => {
  const mistakes = 1 + draw.below(3)
  let spoiled = value
  for (let made = 0; made < mistakes; made++) spoiled = spoiledOnce(spoiled, draw)
  return spoiled
}

const spoiledOnce = (value: unknown, draw: Draw): unknown => {
  if (Array.isArray(value) && value.length > 0 && draw.chance(0.7)) {
    const at = draw.below(value.length)
    if (draw.chance(0.2)) return Array.from({ length: 300 }, () => value[at])
    return value.map((member, nth) => (nth === at ? spoiledOnce(member, draw) : member))
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return draw.oneOf(wrongValues)
  }
  const names = Object.keys(value)
  if (names.length === 0 || draw.chance(0.2)) {
    return { ...value, [draw.oneOf(strangeNames)]: draw.oneOf(wrongValues) }
  }
  const name = draw.oneOf(names)
  const { [name]: own, ...rest } = value as Readonly<Record<string, unknown>>
  return draw.chance(0.25) ? rest : { ...rest, [name]: spoiledOnce(own, draw) }
}

const nested = (open: string, close: string, times: number) =>
  `${open.repeat(times)}${close.repeat(times)}`

/** Returns the text of a body that no client means to send. */
export const hostileBody = (valid: string, draw: Draw): string | Uint8Array<ArrayBuffer> =>
  draw.oneOf<() => string | Uint8Array<ArrayBuffer>>([
    () => valid.slice(0, draw.below(valid.length + 1)),
    () => `${valid}${valid}`,
    () => `\ufeff${valid}`,
    () => draw.oneOf(["", "null", "[]", "1", '"text"', "{", "{}", "[", "true", "NaN", "{a:1}"]),
    () => nested("[", "]", draw.oneOf([10, 1000, 30_000])),
    () => `{"metadata":${nested('{"a":', "}", draw.oneOf([10, 1000, 9000]))}`,
    () => `{"metadata":${nested("[", "]", draw.oneOf([10, 1000, 30_000]))}}`,
    () => `{${Array.from({ length: draw.oneOf([10, 4000]) }, (_, nth) => `"f${nth}":1`).join()}}`,
    () => valid.replace("{", `{"amount":"1","amount":"2",`),
    () => valid.replace("{", `{"__proto__":{"isAdmin":true},`),
    () => `{"amount":"${"9".repeat(draw.oneOf([100, 60_000, 70_000]))}"}`,
    () => `{"amount":${"9".repeat(draw.oneOf([100, 60_000]))}}`,
    () => `{"metadata":{"a":"${"\\u0000".repeat(5000)}"}}`,
    () => new Uint8Array(Array.from({ length: 200 }, () => draw.below(256))),
    () => new Uint8Array([...new TextEncoder().encode(valid), 0xc3, 0x28])
  ])()

/** Returns the text of a path segment or a query value that no client means to send. */
export const hostileText = (draw: Draw): string =>
  draw.oneOf([
    "A".repeat(10_000),
    "%zz",
    "%00",
    "%2e%2e%2f",
    "%41".repeat(2000),
    "__proto__",
    "constructor",
    "\u{1f600}",
    "'%20OR%201=1",
    "null",
    "-1",
    "NaN",
    "1e309",
    "0x10",
    " ",
    "%F0%28%8C%28",
    "payment_00000000000000000000000000"
  ])
