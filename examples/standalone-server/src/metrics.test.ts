import { expect, it, onTestFinished } from "vitest"
import { serveMetrics } from "./metrics.ts"

it("metrics are served at /metrics of a port of their own, and nothing else is", async () => {
  const { telemetry, url, close } = await serveMetrics(0)
  onTestFinished(close)
  telemetry.counter("payloom.commit.conflicts", { "db.collection.name": "payments" })(3)
  const answer = await fetch(url)
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
  expect(await answer.text()).toMatch(
    /^payloom_commit_conflicts_total\{db_collection_name="payments",[^}]*\} 3$/m
  )
  expect((await fetch(url.replace("/metrics", "/payments"))).status).toBe(404)
})
