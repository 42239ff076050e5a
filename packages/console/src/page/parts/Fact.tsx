import type { ComponentChildren } from "preact"

/** A fact beside its name, for a list of the class `list`. */
export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
