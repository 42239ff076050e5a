import type { Change } from "./Change.ts"

/**
 * Returns the message of the defect if the changes of a commit are of several tenants, or of a
 * tenant and the deployment. Null if they may be committed together. `tenant` is the tenant of the
 * transaction, or of the first change. It is for adapters.
 */
export const severalTenants = (
  changes: ReadonlyArray<Change>,
  tenant: string | undefined = changes[0]?.scope.tenant
): string | null => {
  const other = changes.find(({ scope }) => scope.tenant !== tenant)
  return other === undefined
    ? null
    : `A commit of ${tenant} has a change of ${other.scope.tenant}, in ${other.collection.name}: ` +
        "make a commit for each, because tenants may be in different databases."
}
