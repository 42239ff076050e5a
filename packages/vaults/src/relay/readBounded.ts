/**
 * Reads the body of an answer as text. Throws if the body is longer than allowed, so that an answer
 * without end doesn't fill the memory.
 */
export const readBounded = async (
  { body }: Pick<Response, "body">,
  mostBytes: number
): Promise<string> => {
  if (body === null) return ""
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > mostBytes) throw new Error(`The answer is longer than ${mostBytes} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString("utf8")
}
