import { Refused } from "./refusals.ts"

/**
 * Reads a JSON object from a body of at most so many bytes. The request must declare JSON, which
 * forms of pages can't.
 */
export const readJson = async (
  request: Request,
  mostBytes: number
): Promise<Readonly<Record<string, unknown>>> => {
  const type = request.headers.get("content-type") ?? ""
  if (!/^application\/json(\s*;|$)/i.test(type)) {
    throw new Refused(415, "json_required", "The body must be sent as application/json.")
  }
  const parsed = parse(await textOf(request, mostBytes))
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw malformed()
  requireFlat(parsed)
  return parsed as Readonly<Record<string, unknown>>
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
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

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null

const malformed = (): Refused =>
  new Refused(400, "body_malformed", "The body must be a JSON object.")

const textOf = async ({ body }: Request, mostBytes: number): Promise<string> => {
  if (body === null) return ""
  const pieces: Array<Uint8Array> = []
  let size = 0
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    size += piece.byteLength
    if (size > mostBytes) {
      throw new Refused(413, "body_too_large", `The body may have at most ${mostBytes} bytes.`)
    }
    pieces.push(piece)
  }
  return new TextDecoder().decode(await new Blob(pieces as Array<BlobPart>).arrayBuffer())
}
