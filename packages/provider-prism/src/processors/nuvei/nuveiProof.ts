import type { Ask } from "../../Processor.ts"
import type { NuveiAccount } from "./nuvei.ts"
import { transactionBy } from "./nuveiCalls.ts"

/** A site at Nuvei, as this process has seen it. */
interface Site {
  /** The reference of the last charge that was approved. */
  charged: string | null
  /** True if a transaction was found by its reference. */
  isProven: boolean
}

/** The sites that this process has charged at. */
const sites = new Map<string, Site>()

const siteOf = ({ merchantId, merchantSiteId }: NuveiAccount): Site => {
  const key = `${merchantId} ${merchantSiteId}`
  const site = sites.get(key) ?? { charged: null, isProven: false }
  sites.set(key, site)
  return site
}

/** Keeps the reference of a charge that was approved. */
export const noteCharged = (account: NuveiAccount, reference: string): void => {
  siteOf(account).charged = reference
}

/** Notes that a transaction was found by its reference. */
export const noteFound = (account: NuveiAccount): void => {
  siteOf(account).isProven = true
}

/**
 * Returns true if the search by our reference is known to work at this site. If it isn't known yet,
 * the last charge that was approved is searched for. The page that documents the search could not
 * be read, so an empty result counts only after another one was found.
 */
export const findsByReference = async (ask: Ask, account: NuveiAccount): Promise<boolean> => {
  const site = siteOf(account)
  if (site.isProven || site.charged === null) return site.isProven
  const clientUniqueId = site.charged
  const found = await transactionBy(ask, account, { clientUniqueId })
  site.isProven = Object(found).clientUniqueId === clientUniqueId
  return site.isProven
}
