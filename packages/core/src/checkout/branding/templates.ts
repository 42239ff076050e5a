import { Effect, Schema, Struct } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { TemplateId } from "../../kernel/primitives/PublicId.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { idPage } from "../../platform/pagination/idPage.ts"
import { list } from "../../platform/pagination/List.ts"
import { cursorFields, type PageLimit } from "../../platform/pagination/ListQuery.ts"
import { insert, update } from "../../platform/storage/Change.ts"
import { retryConflicts, withoutConflict } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { BrandingTemplate, getTemplate, TemplateCollection } from "./BrandingTemplate.ts"
import {
  defaultTemplate,
  type MethodMarks,
  TemplateConfig,
  type TemplateLabels,
  type TemplateLayout,
  type TemplateLogo,
  type TemplateMethods,
  type TemplatePalette
} from "./TemplateConfig.ts"
import { acceptedCss } from "./templateCss.ts"

const { css, logo, palette, layout, methods, methodMarks, ...whole } = TemplateConfig.fields
const optional = Struct.map(Schema.optionalKey)

const settable = {
  ...optional(whole),
  css: Schema.optionalKey(
    css.check(
      Schema.isMaxLength(16_384, refusedAs("parameter_invalid", "at most 16384 characters"))
    )
  ),
  logo: Schema.optionalKey(logo.mapFields(optional)),
  palette: Schema.optionalKey(palette.mapFields(optional)),
  layout: Schema.optionalKey(layout.mapFields(optional)),
  methods: Schema.optionalKey(methods.mapFields(optional)),
  methodMarks: Schema.optionalKey(methodMarks.mapFields(optional))
}

/** What may be said of a page's look; what is not said stays, inside of these objects too. */
export interface TemplateChanges {
  /** `data:` URLs with a PNG or SVG of at most 32 KiB, empty for none. */
  readonly logo?: Partial<TemplateLogo>
  /** Colours such as `#2563eb`. */
  readonly palette?: Partial<TemplatePalette>
  /** A style sheet of at most 16,384 characters, of rules that can't reach outside of the page. */
  readonly css?: string
  /** Texts that take the place of the page's own, by their keys. */
  readonly labels?: TemplateLabels
  /** The same for a locale; `de` serves `de-AT` too, where that has none of its own. */
  readonly labelsByLocale?: { readonly [locale: string]: TemplateLabels }
  /** How the parts of the page are laid out. */
  readonly layout?: Partial<TemplateLayout>
  /** `auto` follows the payer's device. */
  readonly themeMode?: "light" | "dark" | "auto"
  /** Whether the page names the engine's operator. */
  readonly attribution?: "shown" | "hidden"
  /** The order of the methods, and those that are not shown. */
  readonly methods?: Partial<TemplateMethods>
  /** The signs to show beside a method: of cards the brands. */
  readonly methodMarks?: Partial<MethodMarks>
}

/** A branding template to make; the defaults where nothing is said. */
export interface CreateTemplate extends TemplateChanges {
  /** The merchant's own name for it; at most 255 characters. */
  readonly name: string
}
export const CreateTemplate = Schema.Struct({ name: BrandingTemplate.fields.name, ...settable })

/** What to change of a template's draft. Lists, texts and markets are replaced as a whole. */
export interface UpdateTemplate extends TemplateChanges {
  /** The merchant's own name for it; at most 255 characters. */
  readonly name?: string
}
export const UpdateTemplate = Schema.Struct({
  name: Schema.optionalKey(BrandingTemplate.fields.name),
  ...settable
})

/** Which page of the templates is asked for: 10 of them unless told, at most 100. */
export interface ListTemplates extends PageLimit {
  /** The id of the last template on the page before. */
  readonly startingAfter?: string
}
export const ListTemplates = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(TemplateId)
})

const checkCreate = inputChecker(CreateTemplate)
const checkUpdate = inputChecker(UpdateTemplate)
const checkList = inputChecker(ListTemplates)

/** Makes a branding template as a draft, which no payer sees. Library call. */
export const createTemplate = Effect.fnUntraced(function* (scope: Scope, input: CreateTemplate) {
  const storage = yield* Storage
  const { name, ...given } = yield* Effect.fromResult(checkCreate(input))
  const draft = yield* changed(defaultTemplate, given)
  const { now, id } = yield* currentMoment
  const template: BrandingTemplate = {
    id: id("template"),
    name,
    draft,
    published: null,
    publishedAt: null,
    created: now
  }
  yield* withoutConflict(storage.commit([insert(scope, TemplateCollection, template)]))
  return template
})

/** Changes the draft; payers go on seeing what was published. Library call. */
export const updateTemplate = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  input: UpdateTemplate
) {
  const { name, ...given } = yield* Effect.fromResult(checkUpdate(input))
  return yield* rewrite(scope, id, (before) =>
    Effect.map(changed(before.draft, given), (draft) => ({
      ...before,
      name: name ?? before.name,
      draft
    }))
  )
})

/** Shows the draft as it is now to the payers of all sessions with this template. Library call. */
export const publishTemplate = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const { now } = yield* currentMoment
  return yield* rewrite(scope, id, (before) =>
    Effect.succeed({ ...before, published: before.draft, publishedAt: now })
  )
})

/** A template with its draft and what was published of it. Library call. */
export const retrieveTemplate = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return (yield* getTemplate(scope, id)).row
})

/** The templates of a scope, newest first. Library call. */
export const listTemplates = Effect.fnUntraced(function* (scope: Scope, query: ListTemplates = {}) {
  const cursor = yield* Effect.fromResult(checkList(query))
  const { rows, nextCursor } = yield* idPage({
    of: TemplateCollection,
    scope,
    where: {},
    ...cursor
  })
  return list(
    rows.map(({ row }) => row),
    nextCursor
  )
})

const changed = Effect.fnUntraced(function* (before: TemplateConfig, given: TemplateChanges) {
  const css =
    given.css === undefined ? before.css : yield* Effect.fromResult(acceptedCss(given.css))
  return {
    ...before,
    ...given,
    css,
    logo: { ...before.logo, ...given.logo },
    palette: { ...before.palette, ...given.palette },
    layout: { ...before.layout, ...given.layout },
    methods: { ...before.methods, ...given.methods },
    methodMarks: { ...before.methodMarks, ...given.methodMarks }
  } satisfies TemplateConfig
})

/** Reads, changes and writes a template, again where someone else was faster. */
const rewrite = Effect.fnUntraced(function* <E, R>(
  scope: Scope,
  id: string,
  change: (before: BrandingTemplate) => Effect.Effect<BrandingTemplate, E, R>
) {
  const storage = yield* Storage
  return yield* retryConflicts(
    Effect.gen(function* () {
      const stored = yield* getTemplate(scope, id)
      const after = yield* change(stored.row)
      yield* storage.commit([update(TemplateCollection, stored, after)])
      return after
    })
  )
})
