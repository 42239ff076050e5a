import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import type { Charged, EngineAnswer, Services } from "./testing/processes.ts"
import { foundInFile, foundInMemory } from "./testing/searchMemory.ts"
import { vaultNames } from "./testing/vaultFakes.ts"

const servicesProgram = new URL("./testing/servicesProgram.ts", import.meta.url)
const engineProgram = new URL("./testing/engineProgram.ts", import.meta.url)

const start = (program: URL, ...args: ReadonlyArray<string>): ChildProcess => {
  const started = fork(program, args, { execArgv: ["--conditions=source"] })
  onTestFinished(() => void started.kill())
  return started
}

const messageOf = async <A>(from: ChildProcess): Promise<A> => (await once(from, "message"))[0]

/** The middle of a number. A number that is held in parts is found by it too. */
const middleOf = (number: string): string => number.slice(3, 13)

describe("the process of the engine", () => {
  it("has no digits of cards and device numbers that it charged at two providers, in any vault", async () => {
    const folder = await mkdtemp(join(tmpdir(), "payloom-vaults-"))
    onTestFinished(() => rm(folder, { recursive: true }))
    const services = start(servicesProgram)
    const { numbers, jobs, walletJob } = await messageOf<Services>(services)
    const planted = "4929123498765432"
    const snapshot = join(folder, "engine.heapsnapshot")
    const given = [JSON.stringify(jobs), JSON.stringify(walletJob)]
    const engine = start(engineProgram, ...given, snapshot, planted)
    const { payments, wallet } = await messageOf<EngineAnswer>(engine)

    expect(payments).toEqual(
      vaultNames.map((vault) => ({
        vault,
        status: "succeeded",
        providers: ["stripe", "adyen"]
      }))
    )
    expect(wallet).toEqual({ status: "succeeded", providers: ["adyen", "own_processor"] })
    services.send("payments")
    const { charged, tokens } = await messageOf<Charged>(services)
    // Basis Theory's card is charged by its network token.
    expect(charged).toEqual([...tokens, ...numbers.slice(1)])

    const wanted = [...numbers, ...tokens, planted].map(middleOf)
    const onlyPlanted = [middleOf(planted)]
    expect(await foundInFile(snapshot, wanted)).toEqual(onlyPlanted)
    const inMemory = await foundInMemory(engine.pid ?? 0, wanted)
    if (inMemory !== null) expect(inMemory).toEqual(onlyPlanted)
    // The services do have the numbers, so the search would find them.
    const atServices = await foundInMemory(services.pid ?? 0, numbers.map(middleOf))
    if (atServices !== null) expect(atServices).toEqual(numbers.map(middleOf))
    engine.send("done")
    await once(engine, "exit")
  })
})
