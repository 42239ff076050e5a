import { nearestName } from "@payloom/core"

/** Longer paths are not compared. */
const mostSegments = 4

/**
 * Returns the path that was probably meant, such as `/payments/{id}` for `/payment/payment_1`; null
 * where none is near. Segments that are ids are taken as they are.
 */
export const nearestPath = (asked: string, paths: ReadonlyArray<string>): string | null => {
  const segments = asked.split("/", mostSegments + 2).slice(1)
  if (segments.length > mostSegments) return null
  const alike = paths.filter((path) => path.split("/").length === segments.length + 1)
  const patterns = alike.map((path) => path.split("/").slice(1))
  const meant = patterns.find((pattern) =>
    pattern.every((name, at) => {
      const given = segments[at] ?? ""
      if (name.startsWith(":")) return given !== ""
      return name === given || nearestName(given, [name]) !== null
    })
  )
  return meant === undefined ? null : `/${meant.join("/")}`.replaceAll(/:(\w+)/g, "{$1}")
}
