import { Effect, Option, Schema, Struct } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { TemplateId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { defaultTemplate, TemplateConfig } from "./TemplateConfig.ts"

/** The look of a merchant's payment pages. Payers see the published version, never the draft. */
export interface BrandingTemplate {
  /** `template_` and a ULID. */
  readonly id: TemplateId
  /** The merchant's own name for the template. */
  readonly name: string
  /** The draft, which `publish` publishes. */
  readonly draft: TemplateConfig
  /** The published version. Null if it was never published. */
  readonly published: TemplateConfig | null
  /**
   * The time of the last publication, in milliseconds since the epoch. Null if it was never
   * published.
   */
  readonly publishedAt: number | null
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
}
export const BrandingTemplate = Schema.Struct({
  id: TemplateId,
  /** The merchant's own name for the template. */
  name: freeText(255),
  draft: TemplateConfig,
  /** Null if it was never published. */
  published: Schema.NullOr(TemplateConfig),
  /** The time of the last publication. */
  publishedAt: Schema.NullOr(Millis),
  created: Millis
})

/** Returns the template of a row without the fields of newer releases. */
export const toTemplate = (row: BrandingTemplate): BrandingTemplate =>
  Struct.pick(row, Struct.keys(BrandingTemplate.fields))

export const TemplateCollection = collection<BrandingTemplate>({
  name: "templates",
  schema: BrandingTemplate
})

/** Returns the template of this scope. Refused with `ResourceNotFound`. */
export const getTemplate = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, TemplateCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "template", id })
})

/** Returns the published version of a session's template, or the defaults without a template. */
export const publishedConfig = (scope: Scope, id: TemplateId | null) =>
  id === null
    ? Effect.succeed(defaultTemplate)
    : Effect.map(
        Effect.flatMap(Storage, (storage) => storage.get(scope, TemplateCollection, id)),
        (found) => Option.getOrNull(found)?.row.published ?? defaultTemplate
      )
