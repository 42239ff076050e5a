/**
 * Copies a text. Resolves to false if the browser does not allow it, such as on a page without TLS.
 */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The sentence for a text that could not be copied. */
export const notCopied = "The browser does not let this page copy. Select the text, and copy it."
