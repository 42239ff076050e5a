import { gunzipSync } from "node:zlib"

/** The most kilobytes of a package after npm has unpacked it: a tenth more than it has today. */
const limits: Readonly<Record<string, number>> = {
  "@payloom/api-docs": 790,
  "@payloom/checkout": 700,
  "@payloom/cli": 285,
  "@payloom/client": 550,
  "@payloom/console": 400,
  "@payloom/core": 2500,
  "@payloom/provider-prism": 400,
  "@payloom/provider-stripe": 285,
  "@payloom/testkit": 600
}

const limitOfOthers = 250

const here = "tools/src/packedSizes.ts"

/** Returns a sentence if a package is larger than its limit. */
export const tooLarge = (name: string, bytes: number): ReadonlyArray<string> => {
  const limit = limits[name] ?? limitOfOthers
  const kilobytes = Math.ceil(bytes / 1000)
  return kilobytes <= limit
    ? []
    : [`${name} has ${kilobytes} kB unpacked. Its limit is ${limit} kB: see ${here}.`]
}

const blockBytes = 512

/** Returns the bytes of the files in a tarball of npm, which is a gzipped tar. */
export const unpackedBytes = (tarball: Uint8Array): number => {
  const tar = gunzipSync(tarball)
  let total = 0
  for (let at = 0; at < tar.length; ) {
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 136), 8)
    // An archive ends with empty blocks, whose size is no number.
    if (Number.isNaN(size)) break
    total += size
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes
  }
  return total
}
