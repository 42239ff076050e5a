import { describe, expect, it } from "vitest"
import { doctorOn } from "../../testing/examine.ts"
import { runLine } from "../../testing/runLine.ts"
import { sandboxStore } from "../../testing/sandboxStore.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const folder = temporaryFolder()
const store = await sandboxStore(folder)
const { changed, examine } = doctorOn(store, folder)

/** Returns a copy of the store with one open alert, and many newer ones of another type. */
const storeWith = (newer: number): string =>
  changed((raw) => {
    raw.exec("DELETE FROM alerts")
    const scope = raw.prepare("SELECT scope FROM payments LIMIT 1").pluck().get()
    const insert = raw.prepare(
      "INSERT INTO alerts (scope, id, version, by_state, by_subject, doc) VALUES (?, ?, 1, ?, ?, ?)"
    )
    for (let nth = 0; nth <= newer; nth += 1) {
      const end = `01M8H3SD75W3J5H0QRDQ${String(nth).padStart(6, "0")}`
      const type = nth === 0 ? "alert.outcome_unknown" : "alert.authorization_expiring"
      const alert = {
        ...{ id: `alert_${end}`, type, state: "open", subject: `payment_${end}` },
        ...{ payment: `payment_${end}`, event: `event_${end}`, created: 1_795_870_000_000 + nth },
        ...{ takenBy: null, takenAt: null, resolvedBy: null, resolvedAt: null, note: null }
      }
      insert.run(scope, alert.id, alert.state, alert.subject, JSON.stringify(alert))
    }
  })

const list = async (file: string, ...args: ReadonlyArray<string>) =>
  runLine(["alerts", "list", "--database", file, ...args], { env: store.env, cwd: folder })

describe("of many open alerts", () => {
  it("doctor counts all up to a thousand, and names the types of all that it counts", async () => {
    const few = await examine(["--database", storeWith(250)])
    expect(few.of("alerts")?.found).toBe(
      "251 alerts open: alert.authorization_expiring, alert.outcome_unknown."
    )
    const many = await examine(["--database", storeWith(1500)])
    expect(many.of("alerts")?.found).toBe(
      "More than 1000 alerts open: alert.authorization_expiring."
    )
  })

  it("alerts list says if it leaves some out", async () => {
    const file = storeWith(24)
    const [cut, whole] = [await list(file), await list(file, "--limit", "25")]
    expect(cut.stderr).toContain("There are more than 20: raise --limit, or choose a --state.")
    expect(whole.stderr).not.toContain("There are more")
    expect(JSON.parse((await list(file, "--json")).stdout)).toMatchObject({ has_more: true })
  })
})
