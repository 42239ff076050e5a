import type { copyPage } from "../../imports/copyPage.ts"
import type { giveBack } from "../../imports/giveBack.ts"
import type {
  findImported,
  IterateImported,
  listImported,
  listImports
} from "../../imports/listImported.ts"
import type { moveImported } from "../../imports/moveImported.ts"
import type { startImport } from "../../imports/startImport.ts"
import type { takeOver } from "../../imports/takeOver.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/**
 * Imports from other systems, with a takeover of running subscriptions. `payloom import` calls it.
 * Every operation is safe to repeat. Library only.
 */
export interface Imports<F extends CallStyle> {
  /**
   * Begins a session on the import from an account of another system. The first call creates the
   * import. The writes of earlier sessions are refused from then on.
   *
   * Refused with `InvalidInput`.
   */
  readonly start: OnBehalf<F, typeof startImport>
  /** Returns the imports of an account, newest first. */
  readonly list: OnBehalf<F, typeof listImports>
  /**
   * Stores a page of customers, cards, plans, subscriptions and history in one commit, with the
   * position after it. Subscriptions are noted and not billed. Returns the state of each.
   *
   * Refused with `InvalidInput`, also for a session that is not the newest, and with
   * `ResourceNotFound`.
   */
  readonly copy: OnBehalf<F, typeof copyPage>
  /**
   * Stores steps of subscriptions between the systems. A step that a state does not allow changes
   * nothing.
   *
   * Refused as `copy`.
   */
  readonly move: OnBehalf<F, typeof moveImported>
  /**
   * Takes over subscriptions that the other system has stopped to bill, in one commit. From then
   * on this engine bills them. A subscription with reasons is not taken over.
   *
   * Refused as `copy`.
   */
  readonly takeOver: OnBehalf<F, typeof takeOver>
  /**
   * Ends subscriptions that were taken over and not charged yet, so that the other system can bill
   * them again. A subscription that may have been charged stays.
   *
   * Refused as `copy`.
   */
  readonly giveBack: OnBehalf<F, typeof giveBack>
  /**
   * Returns a page of an import's objects of one kind and state. The default limit is 100.
   *
   * Refused with `InvalidInput`.
   */
  readonly objects: OnBehalf<F, typeof listImported>
  /** Iterates over an import's objects of one kind and state. */
  readonly iterateObjects: Walk<F, [scope: Scope, query: IterateImported], typeof listImported>
  /**
   * Returns the objects with these external ids, such as `stripe:cus_1`: at most 1,000. Unknown ids
   * are left out.
   *
   * Refused with `InvalidInput`.
   */
  readonly find: OnBehalf<F, typeof findImported>
}
