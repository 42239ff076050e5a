/** Returns the session in the fragment, which no server sees. */
export const fragmentHere = (): string => {
  // The fragment stays, so that a reload finds it. A provider sends the payer back without it, so
  // this tab stores it.
  const memory = `payloom ${location.pathname}`
  const fragment = location.hash.length > 1 ? location.hash : (sessionStorage.getItem(memory) ?? "")
  if (fragment !== "") {
    sessionStorage.setItem(memory, fragment)
    history.replaceState(null, "", location.pathname + location.search + fragment)
  }
  return fragment.slice(1)
}
