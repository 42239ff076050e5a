import { cruise, type IViolation } from "dependency-cruiser"
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options"

const folders = ["packages", "examples", "bench", "docs", "tools"]

const told = ({ rule, from, to, cycle }: IViolation): string =>
  [`${rule.name}: ${from}`, ...(cycle?.map(({ name }) => name) ?? [to])].join(" → ")

/**
 * What breaks the rules of `.dependency-cruiser.mjs`. Rings of type imports are no violation: they
 * are gone once the types are, so no file waits for another to be loaded.
 */
export const importViolations = async (root: string): Promise<ReadonlyArray<string>> => {
  const options = await extractOptions(`${root}/.dependency-cruiser.mjs`)
  const { output } = await cruise(folders, { ...options, baseDir: root })
  if (typeof output === "string") throw new Error(output)
  if ((output.summary.totalDependenciesCruised ?? 0) < 100) throw new Error("It saw no imports.")
  return output.summary.violations.map(told)
}
