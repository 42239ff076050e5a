import { LongText } from "./LongText.ts"
import { parseLargeJson } from "./parseLargeJson.ts"
import { Refused } from "./refusals.ts"
import { type BodyLimits, textBody } from "./textBody.ts"

/** Larger bodies have files. */
const usualLength = 65_536

/**
 * Reads a JSON object from a body. The request must declare JSON, which forms of pages can't. A
 * file in it is a `LongText`.
 */
export const readJson = async (
  request: Request,
  limits: BodyLimits
): Promise<Readonly<Record<string, unknown>>> => {
  const type = request.headers.get("content-type") ?? ""
  if (!/^application\/json(\s*;|$)/i.test(type)) {
    throw new Refused(415, "json_required", "The body must be sent as application/json.")
  }
  const parsed = await parse(await textBody(request, limits))
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw malformed()
  requireFlat(parsed)
  return parsed as Readonly<Record<string, unknown>>
}

const parse = async (pieces: ReadonlyArray<string>): Promise<unknown> => {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  try {
    return length > usualLength ? await parseLargeJson(pieces) : JSON.parse(pieces.join(""))
  } catch {
    throw malformed()
  }
}

/** No act has an input that is nested so deeply. Much deeper ones overflow the stack of checks. */
const mostDepth = 50

const requireFlat = (body: object): void => {
  let level: ReadonlyArray<object> = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostDepth) throw malformed()
    level = level.flatMap((one) => Object.values(one).filter(isNested))
  }
}

const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof LongText)

const malformed = (): Refused =>
  new Refused(400, "body_malformed", "The body must be a JSON object.")
