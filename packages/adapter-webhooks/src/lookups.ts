import { lookup, Resolver } from "node:dns/promises"

/** Returns all addresses of a host name. Rejects if there are none. */
export type Lookup = (host: string) => Promise<ReadonlyArray<string>>

/** The time limit for DNS, in milliseconds. */
const dnsMs = 4000

/**
 * Returns a lookup that asks DNS directly for addresses of both families. The system's own lookup
 * also knows names of this machine's network. It also runs on a few threads that all lookups share:
 * a merchant whose name servers hang would delay the lookup of a provider's name.
 *
 * @param servers The DNS servers. Default: those of the system.
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
