import Database from "better-sqlite3"
import { expect } from "vitest"
import { runLine } from "./runLine.ts"
import type { SandboxStore } from "./sandboxStore.ts"

interface Finding {
  readonly check: string
  readonly status: string
  readonly found: string
  readonly remedy?: string
}

type Env = Readonly<Record<string, string>>

/** Runs `payloom doctor` for tests, on a store or on copies that were broken by hand. */
export const doctorOn = (store: SandboxStore, folder: string) => {
  const examine = async (args: ReadonlyArray<string>, env: Env = {}) => {
    const { code, stdout } = await runLine(["doctor", "--json", ...args], {
      env: { ...store.env, ...env },
      cwd: folder
    })
    const { findings }: { findings: ReadonlyArray<Finding> } = JSON.parse(stdout)
    return { code, of: (check: string) => findings.find((each) => each.check === check), findings }
  }
  return {
    examine,
    /** Changes a copy of the store by hand. */
    changed: (change: (raw: Database.Database) => void): string => {
      const file = store.copy()
      const raw = new Database(file)
      change(raw)
      raw.close()
      return file
    },
    /** Expects a problem, with parts of its sentence and of its remedy. */
    expectProblem: async (
      check: string,
      [found, remedy]: readonly [string, string],
      args: ReadonlyArray<string>,
      env: Env = {}
    ) => {
      const { code, of } = await examine(args, env)
      expect(of(check)).toMatchObject({ status: "problem" })
      expect(of(check)?.found).toContain(found)
      expect(of(check)?.remedy).toContain(remedy)
      expect(code).toBe(3)
    },
    /** Expects a warning in the same way. */
    expectWarning: async (
      check: string,
      [found, remedy]: readonly [string, string],
      args: ReadonlyArray<string>
    ) => {
      const { of } = await examine(args)
      expect(of(check)).toMatchObject({ status: "warning" })
      expect(of(check)?.found).toContain(found)
      expect(of(check)?.remedy).toContain(remedy)
    }
  }
}
