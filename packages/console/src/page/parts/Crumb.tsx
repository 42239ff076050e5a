import { Link } from "../frame/router.tsx"
import { Icon } from "./Icon.tsx"

/** The link from a page to the list that it belongs to. */
export const Crumb = ({ to, children }: { to: string; children: string }) => (
  <p class="crumb">
    <Link to={to}>
      <Icon name="back" />
      {children}
    </Link>
  </p>
)
