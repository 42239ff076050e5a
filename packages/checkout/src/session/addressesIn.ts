/** A piece of a text; one that is an address of the web has where it leads. */
export interface TextPart {
  readonly text: string
  readonly address: string | null
}

/** What ends a sentence around an address, or a bracket around it, is none of the address. */
const afterAddress = new Set(".,;:!?)]}'\"»”。、，；：！？）」』")

const addresses = /https?:\/\/[^\s<>"'`]+/g

/** A text in pieces, so that the addresses in it can be links. Joined, they are the text again. */
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
