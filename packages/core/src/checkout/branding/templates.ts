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
import {
  BrandingTemplate,
  getTemplate,
  TemplateCollection,
  toTemplate
} from "./BrandingTemplate.ts"
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

/** The changes of a page's look. A field that is left out stays, also inside of these objects. */
export interface TemplateChanges {
  /** The logo: `data:` URLs with a PNG or SVG of at most 32 KiB. Empty for none. */
  readonly logo?: Partial<TemplateLogo>
  /** Colours such as `#2563eb`. */
  readonly palette?: Partial<TemplatePalette>
  /** A style sheet of at most 16,384 characters. Its rules can't reach outside of the page. */
  readonly css?: string
  /** Texts that replace the page's own, by their keys. */
  readonly labels?: TemplateLabels
  /** The texts of a locale. `de` also applies to `de-AT`, unless that has its own. */
  readonly labelsByLocale?: { readonly [locale: string]: TemplateLabels }
  /** The layout of the page. */
  readonly layout?: Partial<TemplateLayout>
  /** `auto` follows the payer's device. */
  readonly themeMode?: "light" | "dark" | "auto"
  /** `shown` if the page names the engine's operator. */
  readonly attribution?: "shown" | "hidden"
  /** The order of the methods, and the hidden ones. */
  readonly methods?: Partial<TemplateMethods>
  /** The marks to show beside a method. For cards they are brands. */
  readonly methodMarks?: Partial<MethodMarks>
}

/** The input of a new branding template. A field that is left out has its default. */
export interface CreateTemplate extends TemplateChanges {
  /** The merchant's own name for the template, at most 255 characters. */
  readonly name: string
}
export const CreateTemplate = Schema.Struct({ name: BrandingTemplate.fields.name, ...settable })

/** The changes of a template's draft. Lists, texts and markets are replaced as a whole. */
export interface UpdateTemplate extends TemplateChanges {
  /** The merchant's own name for the template, at most 255 characters. */
  readonly name?: string
}
export const UpdateTemplate = Schema.Struct({
  name: Schema.optionalKey(BrandingTemplate.fields.name),
  ...settable
})

/** The query of a page of templates. The default limit is 10, the largest 100. */
export interface ListTemplates extends PageLimit {
  /** The id of the last template on the previous page. */
  readonly startingAfter?: string
}
export const ListTemplates = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(TemplateId)
})

const checkCreate = inputChecker(CreateTemplate)
const checkUpdate = inputChecker(UpdateTemplate)
const checkList = inputChecker(ListTemplates)

/** Creates a branding template as a draft, which payers don't see. */
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

/** Changes the draft. Payers still see the published version. */
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

/** Publishes the draft to the payers of all sessions with this template. */
export const publishTemplate = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const { now } = yield* currentMoment
  return yield* rewrite(scope, id, (before) =>
    Effect.succeed({ ...before, published: before.draft, publishedAt: now })
  )
})

/** Returns a template with its draft and its published version. */
export const retrieveTemplate = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return toTemplate((yield* getTemplate(scope, id)).row)
})

/** Returns a page of templates, newest first. */
export const listTemplates = Effect.fnUntraced(function* (scope: Scope, query: ListTemplates = {}) {
  const cursor = yield* Effect.fromResult(checkList(query))
  const { rows, nextCursor } = yield* idPage({
    of: TemplateCollection,
    scope,
    where: {},
    ...cursor
  })
  return list(
    rows.map(({ row }) => toTemplate(row)),
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

/** Reads, changes and writes a template. Tries again after a conflict. */
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
      return toTemplate(after)
    })
  )
})
