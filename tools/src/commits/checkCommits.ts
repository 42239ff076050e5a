import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Ran, root, run } from "../workspace.ts"
import { mistakesIn } from "./commitSubject.ts"

/** The last commit from before subjects had a form. */
const base = "52e4ee458c5142cbaf5bfa6930c93ceb6e47978d"

/** How many commits are checked in a history that has neither the base, nor a tag, nor upstream. */
const maxUnbounded = 50

/**
 * Checks the subjects of the commits that can still be changed: those that are neither in the base,
 * nor in the last tag, nor in the upstream's main branch. Merges are exempt. On the main branch
 * itself, commits since the last tag or the base are checked.
 *
 * @param cwd The repository.
 * @param before The last commit whose ancestors and itself are exempt.
 */
export const checkCommitSubjects = (cwd: string = root, before: string = base): Ran => {
  if (!existsSync(join(cwd, ".git"))) return { ok: true, output: "There is no history." }
  const log = run("git", ["log", "--no-merges", "--format=%h %s", ...rangeIn(cwd, before)], cwd)
  if (!log.ok) return log
  const wrong = log.output
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const [, commit = "", subject = ""] = /^(\S+) (.*)$/.exec(line) ?? []
      return mistakesIn(subject).map((mistake) => `${commit} ${subject}\n  ${mistake}`)
    })
  return { ok: wrong.length === 0, output: wrong.join("\n") }
}

const rangeIn = (cwd: string, before: string): ReadonlyArray<string> => {
  const git = (...args: ReadonlyArray<string>): Ran => run("git", args, cwd)
  const isAncestor = (one: string, other: string): boolean =>
    git("merge-base", "--is-ancestor", one, other).ok
  const tag = git("describe", "--tags", "--abbrev=0")
  const upstream = "refs/remotes/origin/main"
  const bounds = [
    ...(isAncestor(before, "HEAD") ? [before] : []),
    ...(tag.ok ? [tag.output.trim()] : []),
    ...(git("rev-parse", "--verify", "--quiet", upstream).ok && !isAncestor("HEAD", upstream)
      ? [upstream]
      : [])
  ]
  return bounds.length === 0
    ? [`--max-count=${maxUnbounded}`, "HEAD"]
    : ["HEAD", "--not", ...bounds]
}
