import { words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"

interface KindLinkProps {
  readonly kind: string
  /** Null if the movement belongs to no payment. */
  readonly payment: string | null
}

/** The kind of a movement, as a link to its payment. */
export const KindLink = ({ kind, payment }: KindLinkProps) =>
  payment === null ? (
    words(kind)
  ) : (
    <Link
      class="row-link"
      to={`/payments/${payment}`}
      aria-label={`${words(kind)} of payment ${payment.slice(-8)}`}
    >
      {words(kind)}
    </Link>
  )
