/** Returns true if a path is a file, or is in a folder. */
export const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`)
