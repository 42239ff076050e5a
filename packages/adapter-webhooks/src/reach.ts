import { BlockList, isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** How far webhooks go: to public addresses alone, or also to this machine and its network. */
export type Reach = "public" | "near"

const nearRanges: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal"])

/** Where clouds tell a machine of itself, in ranges where there is more than that. */
const metadata = new BlockList()
metadata.addAddress("168.63.129.16", "ipv4")
metadata.addSubnet("fd00:ec2::", 32, "ipv6")
metadata.addSubnet("fd20:ce::", 32, "ipv6")

const globalUnicast = ipaddr.parseCIDR("2000::/3")

/**
 * Whether an address may be connected to. It has to be written as addresses are, for what else a
 * resolver might take for one would be read in more than one way. What carries an IPv4 address
 * inside of an IPv6 one is refused whatever it carries.
 */
export const isInReach = (reach: Reach, address: string): boolean => {
  const family = isIP(address)
  if (family === 0 || address.includes("%")) return false
  if (metadata.check(address, family === 4 ? "ipv4" : "ipv6")) return false
  const parsed = ipaddr.parse(address)
  const range: string = parsed.range()
  if (range === "unicast") return parsed.kind() === "ipv4" || parsed.match(globalUnicast)
  return reach === "near" && nearRanges.has(range)
}
