import type { IncomingMessage } from "node:http"

const mostBytes = 2048
const mostCharacters = 500

/** The time limit for the body after the status, in milliseconds. */
const bodyMs = 1000

/**
 * Returns the beginning of an answer's body. If the body is longer or takes longer, its connection
 * is closed, and the excerpt is what came until then. A body with a content encoding is not
 * decoded, and has an empty excerpt.
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
    // The status is valid even if the body broke off.
  } finally {
    clearTimeout(timer)
  }
  if ((answer.headers["content-encoding"] ?? "identity") !== "identity") return ""
  // Leaves out a character that is cut off at the end.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostBytes), {
    stream: true
  })
  return text.slice(0, mostCharacters).toWellFormed()
}
