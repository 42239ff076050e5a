const name = "payloom.console.publishable-key"

/** Returns the name of the account in the address, because each account has keys of its own. */
const own = (): string => `${name}:${location.pathname.split("/").slice(0, -2).join("/")}`

/** Returns the publishable key that this browser keeps for the shown account. Empty if none. */
export const keptKey = (): string => localStorage.getItem(own()) ?? ""

/** Keeps a publishable key for the shown account. Such keys are no secrets. */
export const keepKey = (key: string): void => localStorage.setItem(own(), key)
