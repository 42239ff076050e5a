import { isPostgres } from "../storageAt.ts"

/** Returns a location without its password, to print. */
export const shownLocation = (location: string): string => {
  if (!isPostgres(location) || !URL.canParse(location)) return location
  const url = new URL(location)
  url.password = ""
  url.search = ""
  return url.href
}
