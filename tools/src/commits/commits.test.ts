import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { run } from "../workspace.ts"
import { checkCommitSubjects } from "./checkCommits.ts"
import { mistakesIn } from "./commitSubject.ts"

describe("the subject of a commit", () => {
  it.each([
    "core/billing: retry rebills after provider outages",
    "core, adapters: show what basePath and timeouts were given",
    "adapter-sqlite: process pages in one read",
    "core/captures-voids-refunds: need no lock for reads",
    `docs: ${"x".repeat(66)}`
  ])("may be: %s", (subject) => {
    expect(mistakesIn(subject)).toEqual([])
  })

  it.each([
    ["Retry rebills", "form"],
    ["core:retry rebills", "form"],
    ["Core: retry rebills", "form"],
    ["core : retry rebills", "form"],
    ["core: ", "form"],
    ["core: What is lost is settled by its key", "no imperative"],
    ["core: what is lost is settled by its key", "no imperative"],
    ["core: whose rows they are is checked", "no imperative"],
    ["core: one commit for both", "no imperative"],
    ["core: added a retry", "no imperative"],
    ["core: adding a retry", "no imperative"],
    ["core: adds a retry", "no imperative"],
    ["core: made retries safe", "no imperative"],
    ["core: Add a retry", "small letter"],
    ["core: add a retry.", "full stop"],
    [`docs: ${"x".repeat(67)}`, "73 characters"]
  ])("may not be: %s", (subject, mistake) => {
    expect(mistakesIn(subject).join(" ")).toContain(mistake)
  })
})

describe("the commits that are checked", () => {
  const repository = mkdtempSync(join(tmpdir(), "payloom-commits-"))
  const settings = ["user.name=Ada", "user.email=ada@example.com", "commit.gpgsign=false"]
  const git = (...args: ReadonlyArray<string>): string => {
    const { ok, output } = run(
      "git",
      [...settings.flatMap((setting) => ["-c", setting]), ...args],
      repository
    )
    if (!ok) throw new Error(output)
    return output.trim()
  }
  const commit = (subject: string): string => {
    git("commit", "--quiet", "--allow-empty", "--message", subject)
    return git("rev-parse", "HEAD")
  }
  const outputSince = (before: string): string => checkCommitSubjects(repository, before).output
  let old = ""

  beforeAll(() => {
    git("init", "--quiet", "--initial-branch=main")
    old = commit("What was before the base")
    commit("core: add a row")
  })

  afterAll(() => rmSync(repository, { recursive: true, force: true }))

  it("are those since the base", () => {
    expect(checkCommitSubjects(repository, old)).toEqual({ ok: true, output: "" })
    commit("Rows are read")
    expect(checkCommitSubjects(repository, old).ok).toBe(false)
    expect(outputSince(old)).toContain("Rows are read")
    expect(outputSince(old)).not.toContain("What was before the base")
  })

  it("are the last ones where there is no base", () => {
    expect(outputSince("0123abc")).toContain("What was before the base")
  })

  it("are no merges", () => {
    git("switch", "--quiet", "--create", "side")
    commit("core: add a column")
    git("switch", "--quiet", "main")
    git("merge", "--quiet", "--no-ff", "side", "--message", "Merge branch 'side'")
    expect(outputSince(old)).not.toContain("Merge branch")
  })

  it("are those since the main branch of the upstream", () => {
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    expect(outputSince(old)).toContain("Rows are read")
    commit("Columns are read")
    expect(outputSince("0123abc")).toMatch(/^\S+ Columns are read\n.*$/)
  })

  it("are those since the last tag", () => {
    git("tag", "v1")
    expect(checkCommitSubjects(repository, old)).toEqual({ ok: true, output: "" })
  })

  it("are none where there is no repository", () => {
    expect(checkCommitSubjects(join(repository, "nowhere")).ok).toBe(true)
  })
})
