import { isPostgres } from "../storageAt.ts"

/** Returns a location without its password, to print. */
export const shownLocation = (location: string): string => {
  if (!isPostgres(location)) return location
  // A password with a slash or a hash makes an address that can't be read.
  if (!URL.canParse(location)) return "postgres://…"
  const url = new URL(location)
  url.password = ""
  url.search = ""
  url.hash = ""
  return url.href
}
