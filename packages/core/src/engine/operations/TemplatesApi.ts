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

/**
 * Branding templates: the look of a merchant's payment pages, as drafts and as published. Library
 * only.
 */
export interface Templates<F extends CallStyle> {
  /**
   * Creates a branding template as a draft, which payers don't see. Settings that are left out have
   * their defaults.
   *
   * Refused with `InvalidInput`. CSS that could reach outside of the page is refused with its line
   * and column.
   */
  readonly create: OnBehalf<F, typeof createTemplate>
  /**
   * Changes the draft. Payers still see the published version. Lists, texts and markets are
   * replaced as a whole. Other objects are merged: only the given fields change.
   *
   * Refused with `InvalidInput` and `ResourceNotFound`.
   */
  readonly update: OnBehalf<F, typeof updateTemplate>
  /**
   * Publishes the draft to the payers of all sessions with this template.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly publish: OnBehalf<F, typeof publishTemplate>
  /**
   * Returns a template by its id, with its draft and its published version.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveTemplate>
  /**
   * Returns a page of templates, newest first. The default limit is 10.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listTemplates>
  /**
   * Iterates over all templates, newest first. Pages of `limit` templates are read as needed. Each
   * page may be refused like `list`.
   */
  readonly iterate: Walk<F, [scope: Scope, query?: PageLimit], typeof listTemplates>
}
