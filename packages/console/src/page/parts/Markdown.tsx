import { Fragment } from "preact"

/** Shows a sentence of the documents. Only code and links in it have a look of their own. */
export const Markdown = ({ children }: { children: string }) => (
  <>
    {children.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part, at) => (
      // The parts of one text never change their order.
      <Fragment key={`${at} ${part}`}>{partOf(part)}</Fragment>
    ))}
  </>
)

const partOf = (part: string) => {
  if (part.startsWith("`")) return <code>{part.slice(1, -1)}</code>
  const link = /^\[([^\]]+)\]\(/.exec(part)
  // The documents aren't served here, so a link is shown as its text.
  return link === null ? part : link[1]
}
