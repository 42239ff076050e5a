import type {
  createTemplate,
  listTemplates,
  publishTemplate,
  retrieveTemplate,
  updateTemplate
} from "../../checkout/branding/templates.ts"
import type { PageLimit } from "../../platform/pagination/ListQuery.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/** How a merchant's payment pages look: drafts, and what is published of them. Library calls. */
export interface Templates<F extends CallStyle> {
  /**
   * Makes a branding template as a draft, which no payer sees. What is not said is as usual.
   *
   * Refused with `InvalidInput`, such as for css that could reach outside of the page, by line and
   * column.
   */
  readonly create: OnBehalf<F, typeof createTemplate>
  /**
   * Changes the draft; payers go on seeing what was published. Lists, texts and markets are
   * replaced as a whole, of other objects only what is named changes.
   *
   * Refused with `InvalidInput` and `ResourceNotFound`.
   */
  readonly update: OnBehalf<F, typeof updateTemplate>
  /**
   * Shows the draft as it is now to the payers of all sessions with this template.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly publish: OnBehalf<F, typeof publishTemplate>
  /**
   * A template with its draft and what was published of it, by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveTemplate>
  /**
   * A page of templates, newest first, 10 of them unless told.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listTemplates>
  /**
   * All templates, newest first. A page is asked for when it is needed, `limit` at a time. Refused
   * as `list` is, at the page that is.
   */
  readonly iterate: Walk<F, [scope: Scope, query?: PageLimit], typeof listTemplates>
}
