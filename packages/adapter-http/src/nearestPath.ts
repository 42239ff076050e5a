import { nearestName } from "@payloom/core"

/** Longer paths are not compared. */
const mostSegments = 8

/** A path that was probably meant, such as `/payments/{id}`. */
export interface NearPath {
  readonly path: string
  /** True if it follows other segments, as it does below the path of a mounted handler. */
  readonly isPrefixed: boolean
}

/**
 * Returns the path that was probably meant: `/payments/{id}` for `/payment/payment_1`, for
 * `/payments/payment_1/` and for `/api/payments/payment_1`. Null if no path is similar. A segment
 * in the place of an id may be anything.
 */
export const nearestPath = (asked: string, paths: ReadonlyArray<string>): NearPath | null => {
  const segments = asked.split("/", 2 * mostSegments).filter((segment) => segment !== "")
  if (segments.length > mostSegments) return null
  const patterns = paths.map((path) => path.split("/").slice(1))
  for (let dropped = 0; dropped < segments.length; dropped += 1) {
    const rest = segments.slice(dropped)
    const same = patterns.find((pattern) => isLike(pattern, rest, isSame))
    const isVersion = dropped === 1 && /^v\d+$/.test(segments[0] ?? "")
    if (same !== undefined) return { path: written(same), isPrefixed: dropped > 0 && !isVersion }
  }
  const near = patterns.find((pattern) => isLike(pattern, segments, isNear))
  if (near !== undefined) return { path: written(near), isPrefixed: false }
  // Such as /refunds, which is below a payment.
  const [only, ...others] = segments
  const below = patterns.find((pattern) => pattern.length > 1 && pattern.at(-1) === only)
  return below === undefined || others.length > 0
    ? null
    : { path: written(below), isPrefixed: false }
}

type Segments = ReadonlyArray<string>

const isLike = (
  pattern: Segments,
  segments: Segments,
  isAlike: (given: string, name: string) => boolean
): boolean =>
  pattern.length === segments.length &&
  pattern.every((name, at) => name.startsWith(":") || isAlike(segments[at] ?? "", name))

const isSame = (given: string, name: string): boolean => given === name

const isNear = (given: string, name: string): boolean =>
  given === name || nearestName(given, [name]) !== null

const written = (pattern: Segments): string => `/${pattern.join("/")}`.replaceAll(/:(\w+)/g, "{$1}")
