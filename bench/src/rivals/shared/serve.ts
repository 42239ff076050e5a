/** The places that a program of a rival works with, and its part. */
export interface Places {
  /** The address of an empty PostgreSQL database, or of the one of an earlier start. */
  readonly database: string
  /** The address of the bank. */
  readonly bank: string
}

/** A request of the parent process. */
export type Request = { readonly id: number } & (
  | { readonly does: "lifecycle" | "isDone"; readonly order: string }
  | ({ readonly does: "preparations" | "lifecycles" | "jobs"; readonly first: number } & Amount)
)

interface Amount {
  readonly count: number
  readonly callers: number
}

/** The answer to a request, or the first message once the program is ready. */
export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly ready: true }

/** A payment engine, a shop or a queue, as the benchmark uses it. */
export interface Rival {
  /** Opens the cart of an order, before its customer pays. The speed of that isn't measured. */
  readonly prepare?: (order: string) => Promise<void>
  /**
   * Holds, captures and refunds the money of an order. Each step begins once the step before it is
   * recorded. May be called again for an order whose first call was cut off.
   */
  readonly lifecycle: (order: string) => Promise<void>
  /** Returns true if the store has the order as refunded. */
  readonly isDone: (order: string) => Promise<boolean>
  /** Adds a job with a payload of one number, and resolves once it has run. */
  readonly job?: (nth: number) => Promise<void>
}

/** Runs `once` for each number, with this many concurrent callers. */
const run = async (
  { first, count, callers }: Amount & { readonly first: number },
  once: (nth: number) => Promise<void>
): Promise<void> => {
  let next = first
  const caller = async () => {
    while (next < first + count) await once(next++)
  }
  await Promise.all(Array.from({ length: callers }, caller))
}

const answer = async (rival: Rival, request: Request): Promise<unknown> => {
  switch (request.does) {
    case "lifecycle":
      return rival.lifecycle(request.order)
    case "isDone":
      return rival.isDone(request.order)
    case "preparations":
      return run(request, async (nth) => rival.prepare?.(String(nth)))
    case "lifecycles":
      return run(request, (nth) => rival.lifecycle(String(nth)))
    case "jobs":
      return run(request, rival.job ?? (() => Promise.reject(new Error("It has no jobs."))))
  }
}

const places: Places = JSON.parse(process.argv[2] ?? "{}")

/** Starts a rival and answers the requests of the parent process. Ends with the parent process. */
export const serve = async (start: (places: Places) => Promise<Rival>): Promise<void> => {
  process.on("disconnect", () => process.exit())
  const send = (message: Answer) => process.send?.(message, () => undefined)
  const rival = await start(places)
  process.on("message", (request: Request) => {
    const { id } = request
    answer(rival, request).then(
      (result) => send({ id, result }),
      (error: unknown) => send({ id, error: String(error) })
    )
  })
  send({ ready: true })
}
