import type { IncomingMessage } from "node:http"

const mostBytes = 2048
const mostCharacters = 500

/** How long the body may take once the status is there, in milliseconds. */
const bodyMs = 1000

/**
 * What the body of an answer begins with. A body that is longer, or isn't over soon, costs its
 * connection and nothing else: what came of it until then is the excerpt. A body in a content
 * encoding is never decoded, and has none.
 */
export const readExcerpt = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  let length = 0
  answer.on("error", () => undefined)
  const timer = setTimeout(() => answer.destroy(), bodyMs)
  try {
    for await (const chunk of answer) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= mostBytes) break
    }
  } catch {
    // The status stands, wherever the body broke off.
  } finally {
    clearTimeout(timer)
  }
  if ((answer.headers["content-encoding"] ?? "identity") !== "identity") return ""
  // A character that is cut off at the end is left out.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostBytes), {
    stream: true
  })
  return text.slice(0, mostCharacters).toWellFormed()
}
