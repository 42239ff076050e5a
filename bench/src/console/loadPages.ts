import { Agent, get, type IncomingMessage } from "node:http"
import { setTimeout } from "node:timers/promises"

/** The pages that are loaded at once. */
interface PagesToLoad {
  /** The address of the console. */
  readonly page: string
  /** The address of the merchant's data. */
  readonly data: string
  readonly pages: number
}

/**
 * Loads pages at once, as browsers do after a restart of the server: each gets its document, the
 * person and its data. A page that the server refuses for a while comes back then. Returns the
 * seconds until the last page has its data.
 */
export const loadPages = async ({ page, data, pages }: PagesToLoad): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: pages })
  const started = performance.now()
  const loadOne = async (nth: number) => {
    await answered(agent, page)
    await answered(agent, `${page}/api/me`)
    await answered(agent, `${data}${pathOf(nth)}`)
  }
  await Promise.all(Array.from({ length: pages }, (_, nth) => loadOne(nth)))
  agent.destroy()
  return (performance.now() - started) / 1000
}

const ranges = [1, 7, 30, 90]

/** Every second page is the first one. The others are lists with filters of their own. */
const pathOf = (nth: number): string =>
  nth % 2 === 0 ? `/home?days=${ranges[(nth / 2) % ranges.length]}` : `/payments?createdGte=${nth}`

/** Gets an address until it is answered. Browsers repeat a request whose connection was closed. */
const answered = async (agent: Agent, address: string): Promise<void> => {
  for (;;) {
    const answer = await requested(agent, address).catch((error: unknown) => {
      if (Object(error).code === "ECONNRESET") return null
      throw error
    })
    if (answer?.statusCode === 200) return
    if (answer === null) continue
    const seconds = Number(answer.headers["retry-after"])
    if (answer.statusCode !== 503 || !(seconds > 0)) {
      throw new Error(`HTTP ${answer.statusCode} of ${address}`)
    }
    await setTimeout(seconds * 1000)
  }
}

const requested = (agent: Agent, address: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      response.resume()
      response.on("end", () => resolve(response))
      response.on("error", reject)
    }).on("error", reject)
  })
