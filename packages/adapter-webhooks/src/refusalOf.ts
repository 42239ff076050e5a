import { isIP } from "node:net"
import { isInReach, type Reach } from "./reach.ts"

/** The last labels of private names. */
const privateNames = ["localhost", "local", "internal", "home.arpa"]

const privateAddress = "must not be a private or reserved address"

/**
 * Returns why a web address can't be sent to, to follow the address's name. Null if it can, as far
 * as the address shows. Nothing is looked up, so an endpoint may be created before its name exists.
 */
export const refusalOf = (url: string, reach: Reach): string | null => {
  if (!URL.canParse(url)) return "must be a web address"
  const { protocol, username, password, hostname, port } = new URL(url)
  if (reach === "public" && protocol !== "https:") return "must be an https address"
  if (protocol !== "https:" && protocol !== "http:") return "must be an http or https address"
  if (username !== "" || password !== "") return "must not contain a user name or a password"
  // The URL's port is empty for https on port 443. Ports below 1024 belong to mail and logins.
  if (reach === "public" && port !== "" && Number(port) < 1024)
    return "must have port 443, or one from 1024"
  const host = hostname.replace(/^\[|\]$/g, "")
  if (isIP(host) !== 0) return isInReach(reach, host) ? null : privateAddress
  return reach === "public" && isPrivateName(host) ? privateAddress : null
}

const isPrivateName = (host: string): boolean => {
  const name = host.replace(/\.$/, "")
  return !name.includes(".") || privateNames.some((ending) => name.endsWith(`.${ending}`))
}
