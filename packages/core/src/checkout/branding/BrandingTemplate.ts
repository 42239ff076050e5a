import { Effect, Option, Schema } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { TemplateId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { defaultTemplate, TemplateConfig } from "./TemplateConfig.ts"

/** How a merchant's payment pages look. Payers see what was published, never the draft. */
export interface BrandingTemplate {
  /** `template_` and a ULID. */
  readonly id: TemplateId
  /** The merchant's own name for it. */
  readonly name: string
  /** How it is to look once it is published. */
  readonly draft: TemplateConfig
  /** What payers see; null until it was published for the first time. */
  readonly published: TemplateConfig | null
  /** When it was published last, in milliseconds since the epoch; null while it never was. */
  readonly publishedAt: number | null
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
}
export const BrandingTemplate = Schema.Struct({
  id: TemplateId,
  /** The merchant's own name for it. */
  name: freeText(255),
  draft: TemplateConfig,
  /** Null until it was published for the first time. */
  published: Schema.NullOr(TemplateConfig),
  /** When it was published last. */
  publishedAt: Schema.NullOr(Millis),
  created: Millis
})

export const TemplateCollection = collection<BrandingTemplate>({
  name: "templates",
  schema: BrandingTemplate
})

/** The template of this scope, or the refusal that there is none. */
export const getTemplate = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, TemplateCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "template", id })
})

/** What a session's payer sees: what was published last, or the defaults without a template. */
export const publishedConfig = Effect.fnUntraced(function* (scope: Scope, id: TemplateId | null) {
  const storage = yield* Storage
  if (id === null) return defaultTemplate
  const found = yield* storage.get(scope, TemplateCollection, id)
  return Option.getOrNull(found)?.row.published ?? defaultTemplate
})
