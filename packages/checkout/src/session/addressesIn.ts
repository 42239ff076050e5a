/** A part of a text. `address` is the URL if the part is one. */
export interface TextPart {
  readonly text: string
  readonly address: string | null
}

/** Characters that end a sentence or a bracket around a URL. They don't belong to the URL. */
const afterAddress = new Set(".,;:!?)]}'\"»”。、，；：！？）」』")

const addresses = /https?:\/\/[^\s<>"'`]+/g

/** Splits a text into parts, so that its URLs can be links. The joined parts are the text again. */
export const addressesIn = (text: string): ReadonlyArray<TextPart> => {
  const parts: Array<TextPart> = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const address = withoutTail(found)
    if (!URL.canParse(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index), address: null })
    parts.push({ text: address, address })
    end = index + address.length
  }
  return end === text.length ? parts : [...parts, { text: text.slice(end), address: null }]
}

const withoutTail = (found: string): string => {
  let end = found.length
  while (afterAddress.has(found[end - 1] ?? "")) end--
  return found.slice(0, end)
}
