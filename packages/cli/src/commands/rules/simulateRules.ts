import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import type { RoutingRuleInput, SimulatedRoute } from "@payloom/core"
import { reasonOf } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { orDash } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"

interface Given {
  readonly file: string
  readonly since: number | undefined
  readonly all: boolean
}

const monthMs = 30 * 86_400_000

/** Routes past attempts by the rules of a file. */
export const simulateRules: Run<Given, "database"> = async (given, { target, terminal }) => {
  const rules = readRules(resolve(terminal.cwd, given.file))
  const { routing } = (await target.account()).merchant
  const since = given.since ?? Date.now() - monthMs
  const [routes, mids] = await Promise.all([routing.simulate(rules, { since }), routing.listMids()])
  const names = new Map<string, string>(mids.map(({ id, name }) => [id, name]))
  const nameOf = (mid: string | null) => (mid === null ? "none" : (names.get(mid) ?? mid))
  const moved = routes.filter(({ went, wouldGo }) => went !== wouldGo)
  const shown = given.all ? routes : moved
  return {
    kind: "value",
    sections: [
      {
        fields: [
          ["Attempts", `${routes.length}`],
          ["Would move", `${moved.length}`]
        ]
      },
      {
        title: "By account",
        table: {
          columns: [
            { title: "Account", shrinks: true },
            { title: "Went", align: "right" },
            { title: "Would go", align: "right" }
          ],
          rows: countsOf(routes).map(([mid, went, wouldGo]) => [
            nameOf(mid),
            `${went}`,
            `${wouldGo}`
          ]),
          empty: "There are no attempts since then."
        }
      },
      {
        title: given.all ? "Attempts" : "Attempts that would move",
        table: {
          columns: [
            { title: "Payment" },
            { title: "Went", shrinks: true },
            { title: "Would go", shrinks: true },
            { title: "Rule", shrinks: true }
          ],
          rows: shown.map(({ payment, went, wouldGo, rule }) => [
            payment,
            nameOf(went),
            nameOf(wouldGo),
            orDash(rule)
          ]),
          empty: "None."
        }
      }
    ],
    json: { attempts: routes.length, moved: moved.length, data: wireForm(shown) }
  }
}

/** Counts the attempts of each account, before and after. */
const countsOf = (
  routes: ReadonlyArray<SimulatedRoute>
): ReadonlyArray<readonly [mid: string | null, went: number, wouldGo: number]> => {
  const mids = new Set(routes.flatMap(({ went, wouldGo }) => [went, wouldGo]))
  return [...mids].map((mid) => [
    mid,
    routes.filter(({ went }) => went === mid).length,
    routes.filter(({ wouldGo }) => wouldGo === mid).length
  ])
}

/** The names in JSON are in snake_case. The names of the library are accepted too. */
const camelNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camelNames)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      const isAmount = camel === "amountFrom" || camel === "amountTo"
      return [
        camel,
        isAmount && /^\d+$/.test(String(inner)) ? BigInt(String(inner)) : camelNames(inner)
      ]
    })
  )
}

const readRules = (file: string): ReadonlyArray<RoutingRuleInput> => {
  const text = readFileSync(file, "utf8")
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    const reason = reasonOf(error)
    throw new CommandFailed("rules_unreadable", `${file} can't be read as JSON (${reason}).`)
  }
  const { data } = Object(read) as { readonly data?: unknown }
  const rules = Array.isArray(read) ? read : data
  if (!Array.isArray(rules)) {
    throw new CommandFailed("rules_unreadable", `${file} must contain a JSON array of rules.`)
  }
  return camelNames(rules) as ReadonlyArray<RoutingRuleInput>
}
