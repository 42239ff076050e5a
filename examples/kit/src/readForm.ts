import type { Context } from "hono"

/** The forms of the sandbox's pages have one short field. */
const maxBytes = 1024

/**
 * What the fields of a form say; null where it is longer than any of the sandbox's pages. No more
 * of it is read then: the rest is left to the server, which hangs up.
 */
export const readForm = async ({ req }: Context): Promise<URLSearchParams | null> => {
  if (Number(req.header("content-length")) > maxBytes) return null
  const decoder = new TextDecoder()
  const reader = req.raw.body?.getReader()
  let text = ""
  let size = 0
  for (;;) {
    const chunk = await reader?.read()
    if (chunk?.value === undefined) return new URLSearchParams(text + decoder.decode())
    size += chunk.value.length
    if (size > maxBytes) return null
    text += decoder.decode(chunk.value, { stream: true })
  }
}

/** The answer to a form that is too long. */
export const formTooLong = (context: Context): Response =>
  context.text("This form is too long.", 413)
