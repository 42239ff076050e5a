import { Link } from "../frame/router.tsx"
import { Icon } from "./Icon.tsx"

/** The way back from the page of one thing to its list. */
export const Crumb = ({ to, children }: { to: string; children: string }) => (
  <p class="crumb">
    <Link to={to}>
      <Icon name="back" />
      {children}
    </Link>
  </p>
)
