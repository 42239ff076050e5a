import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Layer } from "effect"

const poolSize = 1024
const securePoolSize = 8192

/**
 * Draws thousands of bytes from the platform's source at once, because a call costs more than the
 * bytes. Bytes that were handed out are erased from the pool.
 */
const pooled = (fill: (pool: Uint8Array<ArrayBuffer>) => unknown) => {
  const pool = new Uint8Array(securePoolSize)
  let next = pool.length
  return (length: number): Uint8Array => {
    if (length > pool.length) {
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; at += pool.length) fill(bytes.subarray(at, at + pool.length))
      return bytes
    }
    if (next + length > pool.length) {
      fill(pool)
      next = 0
    }
    const bytes = pool.slice(next, next + length)
    pool.fill(0, next, next + length)
    next += length
    return bytes
  }
}

/**
 * Returns a function that makes a number in [0, 1) of each byte pair of a pool. The pool is
 * refilled.
 */
const fractionsOf = (bytes: (length: number) => Uint8Array): (() => number) => {
  let pool = new Uint8Array(0)
  let next = 0
  return () => {
    if (next + 1 >= pool.length) {
      pool = new Uint8Array(bytes(poolSize))
      next = 0
    }
    const fraction = (((pool[next] ?? 0) << 8) | (pool[next + 1] ?? 0)) / 65_536
    next += 2
    return fraction
  }
}

/** A source of random numbers: the platform's secure source, or a seed that replays them. */
export interface EntropySource {
  /** Returns the given number of unpredictable bytes, for keys and tokens. */
  readonly bytes: (length: number) => Uint8Array
  /** Returns a number from 0 up to 1, for ids and routing weights. */
  readonly fraction: () => number
}

/** The random source of an engine. */
export class Entropy extends Context.Service<Entropy, EntropySource>()(
  "@payloom/core/kernel/ids/Entropy"
) {
  /** The secure source of the web standard, which Node, Bun, Deno and browsers have. */
  static readonly layer = Layer.sync(Entropy, () =>
    drawingFrom(pooled((pool) => globalThis.crypto.getRandomValues(pool)))
  )

  /** The same numbers for the same seed. For simulations, and never for secret keys. */
  static readonly seeded = (seed: string) => Layer.sync(Entropy, () => drawingFrom(stream(seed)))
}

const drawingFrom = (bytes: (length: number) => Uint8Array): Entropy["Service"] => ({
  bytes,
  fraction: fractionsOf(bytes)
})

/** Generates bytes as SHA-256 over the seed and a counter, block after block. */
const stream = (seed: string) => {
  let counter = 0
  return (length: number): Uint8Array => {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += 32) {
      const block = sha256(utf8ToBytes(`${seed}/${counter++}`))
      bytes.set(block.subarray(0, Math.min(32, length - at)), at)
    }
    return bytes
  }
}
