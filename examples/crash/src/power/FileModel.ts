/** Returns a number of at least 0 and below 1. */
export type Random = () => number

/** The share of unsynced sectors that a disk has written, and the size of a sector in bytes. */
export interface Loss {
  readonly writtenShare: number
  readonly sectorBytes: 512 | 4096
}

/** The bytes of a file, which grow by doubling. */
class Content {
  #bytes: Buffer
  size: number

  constructor(bytes: Buffer) {
    this.#bytes = Buffer.from(bytes)
    this.size = bytes.length
  }

  apply(change: Change): void {
    if (change.bytes === null) {
      this.#bytes.fill(0, Math.min(change.at, this.#bytes.length))
      this.#reach(change.at)
      this.size = change.at
      return
    }
    const end = change.at + change.bytes.length
    this.#reach(end)
    change.bytes.copy(this.#bytes, change.at)
    this.size = Math.max(this.size, end)
  }

  /** The bytes from a position on. Bytes behind the end are zeros. */
  slice(at: number, length: number): Buffer {
    this.#reach(at + length)
    return Buffer.from(this.#bytes.subarray(at, at + length))
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.size))
  }

  #reach(size: number): void {
    if (size <= this.#bytes.length) return
    const larger = Buffer.alloc(Math.max(size, 2 * this.#bytes.length))
    this.#bytes.copy(larger)
    this.#bytes = larger
  }
}

/** A write, or a truncation to the size `at` if it has no bytes. */
export interface Change {
  readonly at: number
  readonly bytes: Buffer | null
}

interface Pending extends Change {
  readonly number: number
}

/** A file of a disk that keeps only synced writes for sure. */
export class FileModel {
  readonly #durable: Content
  readonly #written: Content
  #pending: Array<Pending> = []
  #changes = 0

  constructor(bytes: Buffer) {
    this.#durable = new Content(bytes)
    this.#written = new Content(bytes)
  }

  change(change: Change): void {
    this.#changes += 1
    this.#pending.push({ ...change, number: this.#changes })
    this.#written.apply(change)
  }

  /** The mark of a sync that begins now. It covers all earlier changes. */
  mark(): number {
    return this.#changes
  }

  /** Makes all changes up to a mark durable. */
  synced(mark: number): void {
    for (const change of this.#pending) if (change.number <= mark) this.#durable.apply(change)
    this.#pending = this.#pending.filter(({ number }) => number > mark)
  }

  /** The content if no write is lost. */
  written(): Buffer {
    return this.#written.bytes()
  }

  /**
   * A content that the file may have after a power failure. Each sector is as it was at the last
   * sync or after any later change of it, each on its own. The size is that of the last sync or
   * after any later change.
   */
  afterLoss({ writtenShare, sectorBytes }: Loss, random: Random): Buffer {
    const state = new Content(this.#durable.bytes())
    const latest = new Content(this.#durable.bytes())
    const sizes = [this.#durable.size]
    const versions = new Map<number, Array<Buffer>>()
    for (const change of this.#pending) {
      const end = change.bytes === null ? latest.size : change.at + change.bytes.length
      latest.apply(change)
      sizes.push(latest.size)
      for (let sector = Math.floor(change.at / sectorBytes); sector * sectorBytes < end; sector++) {
        const known = versions.get(sector) ?? []
        known.push(latest.slice(sector * sectorBytes, sectorBytes))
        versions.set(sector, known)
      }
    }
    for (const [sector, known] of versions) {
      if (random() >= writtenShare) continue
      const bytes = known[Math.floor(random() * known.length)] ?? null
      state.apply({ at: sector * sectorBytes, bytes })
    }
    const all = Math.max(...sizes)
    const some = sizes[Math.floor(random() * sizes.length)] ?? all
    const size = writtenShare === 0 ? this.#durable.size : random() < 0.5 ? all : some
    state.apply({ at: size, bytes: null })
    return state.bytes()
  }
}
