import type { Context } from "hono"

/** The limit of a form. The forms of the sandbox's pages have one short field. */
const maxBytes = 1024

/**
 * Returns the fields of a form. Null if the form is longer than any form of the sandbox's pages.
 * The rest of the body isn't read then, and the server closes the connection.
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

/** Returns the response to a form that is too long. */
export const formTooLong = (context: Context): Response =>
  context.text("This form is too long.", 413)
