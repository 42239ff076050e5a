/** Reads an answer as text. Null if it has more bytes, and then the rest is not read. */
export const boundedText = async (
  { body }: Response,
  mostBytes: number
): Promise<string | null> => {
  const parts: Array<Uint8Array> = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString("utf8")
}
