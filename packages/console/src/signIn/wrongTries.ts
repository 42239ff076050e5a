/** The limits of wrong passwords. */
interface TriesLimits {
  /** The most wrong passwords of one address in a period. */
  readonly most: number
  readonly periodMs: number
}

/** The wrong passwords of a while. */
export interface WrongTries {
  /** Returns the seconds for which an address may not try again. 0 if it may. */
  readonly waitSeconds: (client: Client) => number
  readonly noteWrong: (client: Client) => void
  readonly noteRight: (client: Client) => void
}

/** The sender of a request. */
interface Client {
  /** The IP address. Empty if the server doesn't give it. */
  readonly address: string
  /** The secret of the browser's cookie. Null if it has none. */
  readonly browser: string | null
}

/** The most addresses and browsers that are remembered. */
const mostKnown = 10_000

/**
 * Counts wrong passwords by address, so that a password can't be found by trying. A browser in
 * which the right password was typed is not counted with its address. So a stranger behind the same
 * proxy can't lock people out who are signed in.
 */
export const wrongTries = ({ most, periodMs }: TriesLimits): WrongTries => {
  const tries = new Map<string, { readonly since: number; wrong: number }>()
  const trusted = new Set<string>()
  const current = (address: string) => {
    const found = tries.get(address)
    if (found === undefined || Date.now() - found.since < periodMs) return found
    tries.delete(address)
    return undefined
  }
  return {
    waitSeconds: ({ address, browser }) => {
      if (browser !== null && trusted.has(browser)) return 0
      const found = current(networkOf(address))
      if (found === undefined || found.wrong < most) return 0
      return Math.max(1, Math.ceil((found.since + periodMs - Date.now()) / 1000))
    },
    noteWrong: ({ address, browser }) => {
      if (browser !== null) trusted.delete(browser)
      const network = networkOf(address)
      const found = current(network) ?? { since: Date.now(), wrong: 0 }
      found.wrong += 1
      tries.set(network, found)
      forgetOldest(tries)
    },
    noteRight: ({ browser }) => {
      if (browser === null || trusted.has(browser)) return
      trusted.add(browser)
      forgetOldest(trusted)
    }
  }
}

const forgetOldest = (known: Map<string, unknown> | Set<string>): void => {
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
}

const groupsOfNetwork = 4

/** Returns an IPv4 address as it is, and the network of an IPv6 address, as one person has it. */
const networkOf = (address: string): string => {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address
  const [before = "", after] = address.split("::")
  const groups = before === "" ? [] : before.split(":")
  const isWhole = after === undefined || groups.length >= groupsOfNetwork
  return isWhole ? groups.slice(0, groupsOfNetwork).join(":") : `${before}::`
}
