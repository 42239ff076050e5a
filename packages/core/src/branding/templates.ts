import { Effect, Schema, Struct } from "effect"
import { currentMoment } from "../ids/Moment.ts"
import { inputChecker } from "../input/decodeInput.ts"
import { idPage } from "../pagination/idPage.ts"
import { list } from "../pagination/List.ts"
import { cursorFields } from "../pagination/ListQuery.ts"
import { insert, update } from "../storage/Change.ts"
import { retryConflicts, withoutConflict } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { TemplateId } from "../values/PublicId.ts"
import { refusedAs } from "../values/RefusalCode.ts"
import { BrandingTemplate, getTemplate, TemplateCollection } from "./BrandingTemplate.ts"
import { defaultTemplate, TemplateConfig } from "./TemplateConfig.ts"
import { acceptedCss } from "./templateCss.ts"

const { css, logo, palette, layout, methods, methodMarks, ...whole } = TemplateConfig.fields
const optional = Struct.map(Schema.optionalKey)

/** What may be said of a page's look; what is not said stays, inside of these objects too. */
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

/** A branding template to make; the defaults where nothing is said. */
export const CreateTemplate = Schema.Struct({ name: BrandingTemplate.fields.name, ...settable })
export type CreateTemplate = typeof CreateTemplate.Type

/** What to change of a template's draft. Lists, texts and markets are replaced as a whole. */
export const UpdateTemplate = Schema.Struct({
  name: Schema.optionalKey(BrandingTemplate.fields.name),
  ...settable
})
export type UpdateTemplate = typeof UpdateTemplate.Type

/** Which page of the templates is asked for: 10 of them unless told, at most 100. */
export const ListTemplates = Schema.Struct({
  limit: cursorFields.limit,
  /** The id of the last template on the page before. */
  startingAfter: Schema.optionalKey(TemplateId)
})
export type ListTemplates = typeof ListTemplates.Type

const checkCreate = inputChecker(CreateTemplate)
const checkUpdate = inputChecker(UpdateTemplate)
const checkList = inputChecker(ListTemplates)

/** Makes a branding template as a draft, which no payer sees. Library call. */
const create = Effect.fnUntraced(function* (scope: Scope, input: CreateTemplate) {
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
const updateDraft = Effect.fnUntraced(function* (scope: Scope, id: string, input: UpdateTemplate) {
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
const publish = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const { now } = yield* currentMoment
  return yield* rewrite(scope, id, (before) =>
    Effect.succeed({ ...before, published: before.draft, publishedAt: now })
  )
})

/** A template with its draft and what was published of it. Library call. */
const retrieve = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return (yield* getTemplate(scope, id)).row
})

/** The templates of a scope, newest first. Library call. */
const listPage = Effect.fnUntraced(function* (scope: Scope, query: ListTemplates = {}) {
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

/** All that can be done to templates. */
export const templates = {
  create,
  update: updateDraft,
  publish,
  retrieve,
  list: listPage
}

const changed = Effect.fnUntraced(function* (
  before: TemplateConfig,
  given: Omit<UpdateTemplate, "name">
) {
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
