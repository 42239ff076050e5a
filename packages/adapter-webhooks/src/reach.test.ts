import { describe, expect, it } from "vitest"
import { isInReach } from "./reach.ts"

/** Each address with the reason why no webhook goes there. */
const reserved: ReadonlyArray<readonly [address: string, what: string]> = [
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "this network"],
  ["100.64.0.1", "carrier-grade NAT"],
  ["100.100.100.200", "a cloud's metadata within it"],
  ["169.254.169.254", "the metadata of most clouds"],
  ["169.254.0.1", "link-local"],
  ["168.63.129.16", "a cloud's own service, on an address that looks public"],
  ["192.0.0.1", "protocol assignments"],
  ["192.0.2.1", "documentation"],
  ["192.31.196.1", "AS112"],
  ["192.52.193.1", "multicast tunneling"],
  ["192.88.99.1", "6to4 relays"],
  ["198.18.0.1", "benchmarking"],
  ["198.51.100.1", "documentation"],
  ["203.0.113.1", "documentation"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::127.0.0.1", "an IPv4 address in the oldest form"],
  ["::ffff:127.0.0.1", "a mapped IPv4 address"],
  ["::ffff:7f00:1", "a mapped IPv4 address in hexadecimal"],
  ["::ffff:8.8.8.8", "a mapped IPv4 address that is public"],
  ["::ffff:0:127.0.0.1", "a translated IPv4 address"],
  ["64:ff9b::7f00:1", "an IPv4 address behind NAT64"],
  ["64:ff9b::a9fe:a9fe", "metadata behind NAT64"],
  ["64:ff9b:1::7f00:1", "an IPv4 address behind a local NAT64"],
  ["100::1", "discarded"],
  ["2001::1", "Teredo"],
  ["2001:0:4136:e378:8000:63bf:80ff:fffe", "Teredo of 127.0.0.1"],
  ["2001:2::1", "benchmarking"],
  ["2001:10::1", "identifiers"],
  ["2001:20::1", "identifiers"],
  ["2001:db8::1", "documentation"],
  ["2002:7f00:1::1", "6to4 of 127.0.0.1"],
  ["2002:a00:1::1", "6to4 of 10.0.0.1"],
  ["3fff::1", "documentation"],
  ["4000::1", "not assigned"],
  ["5f00::1", "segment routing"],
  ["fd00:ec2::254", "a cloud's metadata"],
  ["fd20:ce::254", "a cloud's metadata"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local, with a zone"],
  ["2606:4700::1111%eth0", "a zone"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"]
]

const near: ReadonlyArray<readonly [address: string, what: string]> = [
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["::1", "loopback"],
  ["0:0:0:0:0:0:0:1", "loopback"],
  ["fc00::1", "unique local"],
  ["fdff::1", "unique local"]
]

const open = ["1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]

/** Texts that a resolver might read as 127.0.0.1, or refuse. */
const noAddresses = [
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "127.1",
  "127.0.0.1.",
  " 127.0.0.1",
  "127.0.0.1 ",
  "127.0.0.1:80",
  "[::1]",
  "8.8.8.8/32",
  "08.8.8.8",
  "１.1.1.1",
  "localhost",
  ""
]

describe("an address", () => {
  it.each(reserved)("gets nothing if it is reserved: %s, %s", (address) => {
    expect(isInReach("public", address)).toBe(false)
    expect(isInReach("near", address)).toBe(false)
  })

  it.each(near)("gets webhooks only in test mode if it is near: %s, %s", (address) => {
    expect(isInReach("public", address)).toBe(false)
    expect(isInReach("near", address)).toBe(true)
  })

  it.each(open)("gets webhooks if it is public: %s", (address) => {
    expect(isInReach("public", address)).toBe(true)
    expect(isInReach("near", address)).toBe(true)
  })

  it.each(noAddresses)("is not valid if it can be read in more than one way: %j", (address) => {
    expect(isInReach("public", address)).toBe(false)
    expect(isInReach("near", address)).toBe(false)
  })
})
