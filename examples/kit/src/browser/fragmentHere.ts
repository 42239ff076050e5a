/** Returns the session in the fragment, which no server sees. */
export const fragmentHere = (): string => {
  // The fragment stays, so that a reload finds it. A provider sends the payer back without it, so
  // this tab stores it.
  const memory = `payloom ${location.pathname}`
  const fragment = location.hash.length > 1 ? location.hash : recall(memory)
  if (fragment !== "") {
    keep(memory, fragment)
    history.replaceState(null, "", location.pathname + location.search + fragment)
  }
  return fragment.slice(1)
}

/** A browser that blocks cookies has no storage either. The payer can pay all the same. */
const recall = (memory: string): string => {
  try {
    return sessionStorage.getItem(memory) ?? ""
  } catch {
    return ""
  }
}

const keep = (memory: string, fragment: string): void => {
  try {
    sessionStorage.setItem(memory, fragment)
  } catch {
    // A payer who comes back from a provider then needs the link again.
  }
}
