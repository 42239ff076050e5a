import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { storageAt } from "@payloom/cli"
import { Storage } from "@payloom/core"
import { auditStorage, type SandboxBank, sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import {
  cleanUp,
  endOnce,
  eventually,
  type Reply,
  type RunningServer,
  runServer,
  temporaryFolder
} from "./testing/runServer.ts"

const postgres = hasPostgres ? await startPostgres() : null

afterAll(async () => {
  cleanUp()
  await postgres?.stop()
})

/** A deployment for one test. */
interface Place {
  readonly database: string
  /** The prefix of its files. */
  readonly files: string
  /** The possible numbers of files during its first start. */
  readonly moments: ReadonlyArray<number>
}

const placeOn: Readonly<Record<string, () => Promise<Place>>> = {
  "a SQLite file": async () => {
    const database = join(temporaryFolder(), "payloom.db")
    return { database, files: database, moments: [1, 2, 4, 6] }
  },
  PostgreSQL: async () => ({
    database: (await postgres?.newDatabase()) ?? "",
    files: join(temporaryFolder(), "payloom"),
    moments: [1, 2, 3]
  })
}

const argsOf = ({ database, files }: Place) => ["--database", database, "--files", files]

const run = (place: Place) => runServer(argsOf(place))

const kinds = Object.entries(placeOn).filter(([kind]) => kind !== "PostgreSQL" || postgres !== null)

const cards = ["approved", "insufficient_funds", "cascade", "approved"]

/** A sent request and its answer, if there was one. */
interface Sent {
  readonly key: string
  readonly card: string
  readonly manual: boolean
  answer: Reply | null
}

const send = async (server: RunningServer, request: Sent): Promise<Reply> =>
  server.pay(request.card, request.manual ? { capture_method: "manual" } : {}, request.key)

/** Pays in several loops until the server dies. Captures and refunds payments meanwhile. */
const load = async (server: RunningServer, life: number, all: Array<Sent>): Promise<void> => {
  const loop = async (lane: number) => {
    for (let turn = 0; ; turn++) {
      const card = lane === 0 ? "timeout_charged" : (cards[(turn + lane) % cards.length] ?? "")
      const manual = lane === 1
      const request: Sent = { key: `${life}-${lane}-${turn}`, card, manual, answer: null }
      all.push(request)
      request.answer = await send(server, request)
      const { id, status } = request.answer.json
      if (status === "authorized") await server.post(`/payments/${id}/capture`, {}, request.key)
      if (status === "succeeded" && turn % 3 === 0) {
        await server.post(`/payments/${id}/refunds`, { amount: "250" }, request.key)
      }
    }
  }
  await Promise.allSettled([0, 1, 2, 3, 4, 5].map(loop))
}

const isAnswered = ({ answer }: Sent): boolean => answer !== null

/** Opens the bank on its journal. */
const bankOf = ({ files }: Place) => {
  const secret = readFileSync(`${files}.secret`, "utf8").trim()
  return sandbox({ secret, journal: `${files}.bank` }).bank
}

/** Returns true if a payment still waits, although its charge exists at the bank. */
const isUnsettled = async (server: RunningServer, bank: SandboxBank, { answer }: Sent) => {
  const { status, attempts } = (await server.get(`/payments/${answer?.json.id}`)).json
  if (status !== "processing") return false
  const reference = String((attempts as ReadonlyArray<string>).at(-1))
  return (await Effect.runPromise(bank.timesCharged(reference))) > 0
}

/** Audits the rows of a database against the bank's journal. */
const auditRows = (place: Place) => {
  const { tenant } = JSON.parse(readFileSync(`${place.files}.sandbox.json`, "utf8"))
  const scope = { tenant, mode: "test" } as const
  return Effect.runPromise(
    Effect.gen(function* () {
      const storage = yield* Storage
      return yield* auditStorage({ storage, scope, bank: bankOf(place) })
    }).pipe(Effect.provide(storageAt(place.database)))
  )
}

const isOverdue = (finding: string): boolean => finding.endsWith(" job is overdue")

describe.concurrent.each(kinds)(
  "a server on %s that is killed repeatedly under load",
  (_, newPlace) => {
    // Of concurrent tests, only a test's own `expect` knows whose poll it is.
    it("keeps everything that it acknowledged, replays every key, and charges nobody twice", async ({
      expect: ownExpect
    }) => {
      const place = await newPlace()
      const sent: Array<Sent> = []
      for (const [life, aliveMs] of [310, 730].entries()) {
        const server = await run(place)
        const own: Array<Sent> = []
        const loaded = load(server, life, own)
        // The server must die in the middle of its work, even on a slow machine.
        await eventually(async () => own.filter(isAnswered).length >= 8)
        await new Promise((resolve) => setTimeout(resolve, aliveMs))
        await server.kill()
        await loaded
        sent.push(...own)
      }
      const acknowledged = sent.filter(isAnswered)
      expect(acknowledged.length).toBeGreaterThan(15)
      expect(acknowledged.length).toBeLessThan(sent.length)

      const server = await run(place)
      for (const request of acknowledged) {
        const again = await send(server, request)
        expect([again.replayed, again.text]).toEqual([true, request.answer?.text])
      }
      for (const request of sent.filter(({ answer }) => answer === null)) {
        await eventually(async () => {
          const reply = await send(server, request)
          if (reply.status === 200) request.answer = reply
          else expect(reply.json.error).toMatchObject({ code: "idempotency_key_in_flight" })
          return reply.status === 200
        })
      }
      const ids = sent.map(({ answer }) => answer?.json.id)
      expect(new Set(ids).size).toBe(ids.length)
      const bank = bankOf(place)
      for (const request of sent) {
        await eventually(async () => !(await isUnsettled(server, bank, request)))
      }
      await ownExpect.poll(() => auditRows(place), { interval: 1000 }).toEqual([])
      expect(await server.stop()).toBe(0)
      // A job may fall due just after the stop.
      expect((await auditRows(place)).filter((finding) => !isOverdue(finding))).toEqual([])
    })
  }
)

describe.concurrent.each(kinds)("two servers on %s", (_, newPlace) => {
  it("share idempotency keys, and see each other's payments", async () => {
    const place = await newPlace()
    const one = await run(place)
    const two = await run(place)
    expect({ ...two.printed, url: "" }).toEqual({ ...one.printed, url: "" })
    const pairs = await Promise.all(
      Array.from({ length: 40 }, async (_, position) =>
        Promise.all([
          one.pay("approved", {}, `${position}`),
          two.pay("approved", {}, `${position}`)
        ])
      )
    )
    const ids = new Set<unknown>()
    for (const pair of pairs) {
      const [answered, ...others] = pair.filter(({ status }) => status === 200)
      expect(answered?.json.status).toBe("succeeded")
      ids.add(answered?.json.id)
      for (const other of others) expect(other.text).toBe(answered?.text)
      for (const refused of pair.filter(({ status }) => status !== 200)) {
        expect(refused.json.error).toMatchObject({ code: "idempotency_key_in_flight" })
      }
    }
    expect(ids.size).toBe(40)
    await Promise.all(
      [...ids].map((id, position) =>
        Promise.all(
          [one, two].map((server, other) =>
            server.post(`/payments/${id}/refunds`, { amount: "700" }, `${position} ${other}`)
          )
        )
      )
    )
    await eventually(async () => {
      const refunded = await Promise.all([...ids].map((id) => two.get(`/payments/${id}`)))
      return refunded.every(({ json }) => json.amount_refunded === "700")
    })
    expect([await one.stop(), await two.stop()]).toEqual([0, 0])
    expect(await auditRows(place)).toEqual([])
  })

  it("may both start first at the same time, and so may a third one", async () => {
    const place = await newPlace()
    const servers = await Promise.all([1, 2, 3].map(() => run(place)))
    const [first, ...others] = servers.map(({ printed }) => ({ ...printed, url: "" }))
    for (const other of others) expect(other).toEqual(first)
    const replies = await Promise.all(servers.map((server) => server.pay("approved")))
    expect(replies.map(({ json }) => json.status)).toEqual(servers.map(() => "succeeded"))
    await Promise.all(servers.map((server) => server.kill()))
  })
})

describe.concurrent.each(kinds)(
  "a server on %s that is killed while it starts for the first time",
  (_, newPlace) => {
    it("starts the next time, at whatever point it was killed", async () => {
      await Promise.all(
        (await newPlace()).moments.map(async (files) => {
          const place = await newPlace()
          const folder = dirname(place.files)
          await endOnce("SIGKILL", argsOf(place), {}, () => readdirSync(folder).length >= files)
          const server = await run(place)
          expect((await server.pay("cascade")).json.status).toBe("succeeded")
          await server.kill()
        })
      )
    })
  }
)
