import { type ComponentChildren, createContext } from "preact"
import { useContext, useEffect, useState } from "preact/hooks"
import { type Place, shellData } from "./shellData.ts"

/** The address of the page below the console's base. */
export interface Address {
  readonly place: Place | null
  readonly query: URLSearchParams
}

/** Returns the text of a part of an address. A part that was not encoded is returned as it is. */
export const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const read = (): Address => {
  const { pathname, search } = location
  const [, tenant = "", mode = "", ...rest] = pathname.slice(shellData.base.length).split("/")
  const isPlace = tenant !== "" && (mode === "live" || mode === "test")
  const path = `/${rest.join("/")}`
  return {
    place: isPlace ? { tenant: decoded(tenant), mode, path } : null,
    query: new URLSearchParams(search)
  }
}

/** Changes the address, without a new document. */
export const navigate = (to: string, { replace = false } = {}): void => {
  if (replace) history.replaceState(null, "", to)
  else history.pushState(null, "", to)
  dispatchEvent(new PopStateEvent("popstate"))
}

/** Returns the address of a path in an account and a mode. */
export const addressOf = ({ tenant, mode }: Omit<Place, "path">, path: string): string =>
  `${shellData.base}/${encodeURIComponent(tenant)}/${mode}${path}`

/** Returns the current address. The component is shown again when the address changes. */
export const useAddress = (): Address => {
  const [address, setAddress] = useState(read)
  useEffect(() => {
    const changed = () => setAddress(read())
    addEventListener("popstate", changed)
    return () => removeEventListener("popstate", changed)
  }, [])
  return address
}

/** The place that is shown. */
export const PlaceContext = createContext<Place>({ tenant: "", mode: "test", path: "/" })

/** Returns the place that is shown. */
export const usePlace = (): Place => useContext(PlaceContext)

interface LinkProps {
  /** The path below the scope. */
  readonly to: string
  readonly children: ComponentChildren
  readonly class?: string
  readonly "aria-current"?: "page" | "true" | undefined
  readonly "aria-label"?: string
}

/** A link within the console. Modified clicks open a tab, as usual. */
export const Link = ({ to, children, ...rest }: LinkProps) => {
  const place = usePlace()
  const href = addressOf(place, to)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
        if (event.altKey) return
        event.preventDefault()
        navigate(href)
        scrollTo(0, 0)
      }}
    >
      {children}
    </a>
  )
}
