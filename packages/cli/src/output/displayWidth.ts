import stringWidth from "string-width"

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** Returns the number of columns that a text takes on a terminal. */
export const displayWidth = (text: string): number => stringWidth(text)

/** Returns a text that takes at most `width` columns. A cut text ends with `…`. */
export const cutToWidth = (text: string, width: number): string => {
  if (displayWidth(text) <= width) return text
  if (width <= 0) return ""
  let kept = ""
  let used = 1
  for (const { segment } of graphemes.segment(text)) {
    used += displayWidth(segment)
    if (used > width) break
    kept += segment
  }
  return `${kept}…`
}

/** Returns a text of exactly `width` columns: cut, or filled with spaces. */
export const fitToWidth = (text: string, width: number, align: "left" | "right"): string => {
  const cut = cutToWidth(text, width)
  const space = " ".repeat(Math.max(0, width - displayWidth(cut)))
  return align === "right" ? space + cut : cut + space
}
