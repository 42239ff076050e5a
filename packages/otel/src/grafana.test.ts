import { readFileSync } from "node:fs"
import { type Measurement, measurements } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { runtimeMeasurements } from "./runtimeMeasurements.ts"

const all: Readonly<Record<string, Measurement>> = { ...measurements, ...runtimeMeasurements }

const plain = (name: string): string => name.replaceAll(".", "_")

/** The names of a measurement's series in Prometheus. */
const seriesOf = ([name, { kind, unit }]: [string, Measurement]): ReadonlyArray<string> => {
  const base = plain(name) + (unit === "s" ? "_seconds" : "")
  if (kind === "counter") return [`${base}_total`]
  return kind === "gauge" ? [base] : [`${base}_bucket`, `${base}_count`, `${base}_sum`]
}

const series = new Set(Object.entries(all).flatMap(seriesOf))
const labels = new Set(Object.values(all).flatMap(({ attributes }) => attributes.map(plain)))

const code = (text: string): string => `\`${text}\``

const textOf = (file: string): string =>
  readFileSync(new URL(`../${file}`, import.meta.url), "utf8")

const named = /\b(?:payloom|db_client|http_server|nodejs)_\w+/g
const words = (text: string): ReadonlyArray<string> => text.match(named) ?? []

describe.each(["grafana/dashboard.json", "grafana/alerts.yml"])("%s", (file) => {
  it("names only measurements and attributes that exist", () => {
    const found = words(textOf(file))
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter((name) => !series.has(name) && !labels.has(name))).toEqual([])
  })
})

it("the dashboard shows every measurement", () => {
  const shown = new Set(words(textOf("grafana/dashboard.json")))
  const missing = Object.entries(all).filter(
    (one) => !seriesOf(one).some((name) => shown.has(name))
  )
  expect(missing.map(([name]) => name)).toEqual([])
})

it("the documents have a row for every measurement, with its attributes", () => {
  const text = textOf("../../docs/operating/telemetry.md")
  const rows = Object.entries(all).map(([name, { kind, unit, description, attributes }]) => {
    const cells = [code(name), `${kind}, ${unit}`, description, attributes.map(code).join(", ")]
    return `|${cells.join("|")}|`
  })
  const columns = (line: string) =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .join("|")
  const lines = new Set(text.split("\n").map(columns))
  expect(rows.filter((row) => !lines.has(columns(row)))).toEqual([])
})
