import { lookup, Resolver } from "node:dns/promises"

/** All addresses of a host name; rejects where there are none. */
export type Lookup = (host: string) => Promise<ReadonlyArray<string>>

/** How long DNS may take over each of the two families, in milliseconds. */
const dnsMs = 4000

/**
 * Asks DNS itself for a name's addresses of both families. The system's own lookup would also know
 * names of this machine's network, and the few threads that it runs on are shared with all else:
 * a merchant whose name servers hang would hold up whoever looks up a provider's name.
 *
 * @param servers Those of the system unless told.
 */
export const askDns =
  (servers?: ReadonlyArray<string>): Lookup =>
  async (host) => {
    const resolver = new Resolver({ timeout: dnsMs / 2, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), dnsMs)
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    clearTimeout(timer)
    if (four.status === "fulfilled") return [...four.value, ...valueOf(six)]
    if (six.status === "fulfilled") return six.value
    throw four.reason
  }

const valueOf = (settled: PromiseSettledResult<ReadonlyArray<string>>): ReadonlyArray<string> =>
  settled.status === "fulfilled" ? settled.value : []

/** Asks the system, which knows names such as `localhost` and those of containers. */
export const askSystem: Lookup = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)
