import { Link } from "../frame/router.tsx"

interface ChoicesProps {
  readonly label: string
  /** The choices by their value in the address. */
  readonly choices: ReadonlyArray<readonly [value: string, label: string]>
  readonly value: string
  /** Returns the path of the page with a choice. */
  readonly to: (value: string) => string
}

/** A row of choices. Each is an address. */
export const Choices = ({ label, choices, value, to }: ChoicesProps) => (
  <nav class="ranges" aria-label={label}>
    {choices.map(([code, text]) => (
      <Link key={code} to={to(code)} aria-current={code === value ? "true" : undefined}>
        {text}
      </Link>
    ))}
  </nav>
)

/** Returns a path with one part of its query changed. An empty value removes it. */
export const pathWith = (
  path: string,
  query: URLSearchParams,
  name: string,
  value: string
): string => {
  const next = new URLSearchParams(query)
  if (value === "") next.delete(name)
  else next.set(name, value)
  const text = next.toString()
  return text === "" ? path : `${path}?${text}`
}
