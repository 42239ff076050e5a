import { isIP } from "node:net"
import { isInReach, type Reach } from "./reach.ts"

/** What names end in that no public name does. */
const privateNames = ["localhost", "local", "internal", "home.arpa"]

const privateAddress = "must not be a private or reserved address"

/**
 * Why a web address can't be sent to, in words that follow its name; null where it can, as far as
 * the address itself tells. Nothing is looked up, so that an endpoint may be made before its name
 * is there.
 */
export const refusalOf = (url: string, reach: Reach): string | null => {
  if (!URL.canParse(url)) return "must be a web address"
  const { protocol, username, password, hostname, port } = new URL(url)
  if (reach === "public" && protocol !== "https:") return "must be an https address"
  if (protocol !== "https:" && protocol !== "http:") return "must be an http or https address"
  if (username !== "" || password !== "") return "must not hold a user name or a password"
  // An https address on port 443 has no port here. Ports below 1024 belong to mail and logins.
  if (reach === "public" && port !== "" && Number(port) < 1024)
    return "must have port 443 or from 1024"
  const host = hostname.replace(/^\[|\]$/g, "")
  if (isIP(host) !== 0) return isInReach(reach, host) ? null : privateAddress
  return reach === "public" && isPrivateName(host) ? privateAddress : null
}

const isPrivateName = (host: string): boolean => {
  const name = host.replace(/\.$/, "")
  return !name.includes(".") || privateNames.some((ending) => name.endsWith(`.${ending}`))
}
