import type { LookupAddress } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import type { Lookup } from "./lookups.ts"
import { isInReach, type Reach } from "./reach.ts"
import { SendingFailed } from "./SendingFailed.ts"

/** The time limit for looking up a name, in milliseconds. */
const lookupMs = 5000

/** The number of a name's addresses that a connection tries. */
const mostAddresses = 8

/**
 * Returns the lookup function of connections. It returns the addresses that were checked, so DNS
 * can't give another answer between the check and the connection. One forbidden address refuses the
 * name.
 */
export const checkedLookup =
  (lookup: Lookup, reach: Reach): LookupFunction =>
  (host, { all }, callback) => {
    checkedAddresses(lookup, reach, host).then(
      ([first, ...others]) =>
        all === true
          ? callback(null, [first, ...others].slice(0, mostAddresses))
          : callback(null, first.address, first.family),
      (error) => callback(error, [])
    )
  }

const checkedAddresses = async (
  lookup: Lookup,
  reach: Reach,
  host: string
): Promise<[LookupAddress, ...Array<LookupAddress>]> => {
  const addresses = await inTime(lookup(host), host)
  const outside = addresses.find((address) => !isInReach(reach, address))
  if (outside !== undefined) {
    throw new SendingFailed(`The name ${host} leads to an address that is private or reserved.`)
  }
  const [first, ...others] = addresses.map((address) => ({ address, family: isIP(address) }))
  if (first === undefined) throw new SendingFailed(`The name ${host} has no address.`)
  return [first, ...others]
}

const inTime = <A>(looked: Promise<A>, host: string): Promise<A> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new SendingFailed(`The name ${host} could not be looked up in time.`)),
    lookupMs
  )
  return Promise.race([looked, late.promise]).finally(() => clearTimeout(timer))
}
