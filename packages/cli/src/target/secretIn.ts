import { UsageError } from "../command/UsageError.ts"

/** Returns the master secret of the deployment. It is never an option, because others see options. */
export const secretIn = (env: Readonly<Record<string, string | undefined>>): string => {
  const secret = env.PAYLOOM_SECRET
  if (secret === undefined || secret === "") {
    throw new UsageError(
      "PAYLOOM_SECRET is missing: set it to the master secret of the deployment."
    )
  }
  return secret
}
