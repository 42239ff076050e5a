import { Fragment } from "preact"

/** A name of the engine, such as `payment.partially_refunded`. It is broken between its words. */
export const Code = ({ children }: { children: string }) => (
  <code class="words">
    {children.split(/(?<=[._])/).map((part, at) => (
      // The parts of one name never change their order.
      <Fragment key={`${at} ${part}`}>
        {at === 0 ? null : <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
)
