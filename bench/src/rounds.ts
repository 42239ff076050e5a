/** Work that is repeated this often. */
export interface Batch {
  /** Prepares the work before the clock starts. */
  readonly prepare?: (count: number) => Promise<void>
  /** Does the work. Resolves once all of it is done. */
  readonly run: (count: number) => Promise<void>
}

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Both times of a batch in microseconds each. */
interface Timed {
  readonly elapsed: number
  /** The processor time of this process. It has no waits, and other programs affect it less. */
  readonly processor: number
}

const microsecondsEach = async (batch: Batch, count: number): Promise<Timed> => {
  await batch.prepare?.(count)
  const before = process.cpuUsage()
  const started = performance.now()
  await batch.run(count)
  const elapsed = ((performance.now() - started) * 1000) / count
  const { user, system } = process.cpuUsage(before)
  return { elapsed, processor: (user + system) / count }
}

/** The cost of two implementations of the same work in microseconds each, and their ratio. */
export interface Comparison {
  readonly subject: number
  readonly reference: number
  /** The subject's rate divided by the reference's rate: 1 is as fast, 2 is twice as fast. */
  readonly ratio: number
}

/** The comparisons of the same rounds, by elapsed time and by processor time. */
export interface BothTimes {
  readonly elapsed: Comparison
  readonly processor: Comparison
}

/** The number of rounds, the repetitions in a round, and the warm-up until all code is compiled. */
interface Rounds {
  readonly rounds: number
  readonly count: number
  readonly warmUp: number
}

/**
 * Measures both in alternating rounds after a warm-up, so that a slow machine affects both. Returns
 * the median of the rounds' ratios.
 */
export const compare = async (
  subject: Batch,
  reference: Batch,
  rounds: Rounds
): Promise<Comparison> => (await compareBoth(subject, reference, rounds)).elapsed

/** Measures as `compare` does. Returns the comparison by processor time too. */
export const compareBoth = async (
  subject: Batch,
  reference: Batch,
  { rounds, count, warmUp }: Rounds
): Promise<BothTimes> => {
  for (let done = 0; done < warmUp; done += count) await microsecondsEach(subject, count)
  await microsecondsEach(reference, count)
  const pairs: Array<readonly [Timed, Timed]> = []
  for (let round = 0; round < rounds; round++) {
    const first = await microsecondsEach(reference, count)
    pairs.push([await microsecondsEach(subject, count), first])
  }
  const by = (time: keyof Timed): Comparison => ({
    subject: median(pairs.map(([ours]) => ours[time])),
    reference: median(pairs.map(([, theirs]) => theirs[time])),
    ratio: median(pairs.map(([ours, theirs]) => theirs[time] / ours[time]))
  })
  return { elapsed: by("elapsed"), processor: by("processor") }
}

/** Returns a batch that runs `once` with this many concurrent callers. */
export const concurrently = (callers: number, once: () => Promise<unknown>): Batch => ({
  run: async (count) => {
    let left = count
    const caller = async () => {
      while (left > 0) {
        left -= 1
        await once()
      }
    }
    await Promise.all(Array.from({ length: callers }, caller))
  }
})

/** Returns a batch that uses each prepared value, one after the other. */
export const withEach = <A>(
  make: (count: number) => ReadonlyArray<A> | Promise<ReadonlyArray<A>>,
  use: (made: A) => unknown
): Batch => {
  let ready: ReadonlyArray<A> = []
  return {
    prepare: async (count) => {
      ready = await make(count)
    },
    run: async () => {
      for (const made of ready) await use(made)
      // The garbage collector would otherwise copy the values while the other side is timed.
      ready = []
    }
  }
}
