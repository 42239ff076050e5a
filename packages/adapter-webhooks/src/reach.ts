import { BlockList, isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** The allowed addresses of webhooks: only public ones, or also this machine and its network. */
export type Reach = "public" | "near"

const nearRanges: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal"])

/** Addresses of clouds' metadata services, in ranges that also have other uses. */
const metadata = new BlockList()
metadata.addAddress("168.63.129.16", "ipv4")
metadata.addSubnet("fd00:ec2::", 32, "ipv6")
metadata.addSubnet("fd20:ce::", 32, "ipv6")

const globalUnicast = ipaddr.parseCIDR("2000::/3")

/**
 * Returns true if an address may be connected to. It has to be in the standard notation, because
 * resolvers read other notations in different ways. IPv6 addresses that contain an IPv4 address are
 * always refused.
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
