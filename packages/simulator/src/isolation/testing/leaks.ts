import {
  MidCollection,
  type Payloom,
  PlanCollection,
  type Scope,
  type Storage,
  storedRow
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { Serve } from "../http/HttpGround.ts"

type Port = Storage["Service"]
type Wrap = (storage: Port) => Port

/** Returns what a function finds in any scope, if it finds nothing in the given one. */
const inAnyScope = <A, E>(
  storage: Pick<Port, "scopes">,
  scope: Scope | "any",
  find: (scope: Scope | "any") => Effect.Effect<Option.Option<A>, E>
) =>
  Effect.gen(function* () {
    const own = yield* find(scope)
    if (Option.isSome(own)) return own
    for (const other of yield* storage.scopes({ limit: 100 })) {
      const found = yield* find(other)
      if (Option.isSome(found)) return found
    }
    return own
  })

/** A storage that finds the rows of a collection by id for every merchant. */
export const readingEverybodys =
  (collection: string): Wrap =>
  (storage) => ({
    ...storage,
    get: (scope, of, id) =>
      of.name === collection
        ? inAnyScope(storage, scope, (any) => storage.get(any as Scope, of, id))
        : storage.get(scope, of, id)
  })

/** A storage that finds the rows of a collection by a unique key for every merchant. */
export const findingEverybodys =
  (collection: string): Wrap =>
  (storage) => ({
    ...storage,
    findUnique: (scope, of, key, value) =>
      of.name === collection
        ? inAnyScope(storage, scope, (any) => storage.findUnique(any, of, key, value))
        : storage.findUnique(scope, of, key, value)
  })

/** A storage that looks for the rows of a collection at every merchant, and shows the own ones. */
export const lookingEverywhere =
  (collection: string): Wrap =>
  (storage) => ({
    ...storage,
    get: (scope, of, id) =>
      of.name === collection
        ? Effect.andThen(
            inAnyScope(storage, scope, (any) => storage.get(any as Scope, of, id)),
            storage.get(scope, of, id)
          )
        : storage.get(scope, of, id)
  })

/** A storage whose keys are never revoked. */
export const neverRevoking: Wrap = (storage) => ({
  ...storage,
  findUnique: (scope, of, key, value) =>
    Effect.map(storage.findUnique(scope, of, key, value), (found) =>
      Option.map(found, (stored) => {
        const { scope, row, version } = stored
        if (of.name !== "api_keys") return stored
        return storedRow(scope, { ...row, revokedAt: null }, version)
      })
    )
})

/** A storage that fills the empty pages of a collection with the rows of another merchant. */
export const fillingPagesOf =
  (collection: string): Wrap =>
  (storage) => ({
    ...storage,
    page: (scope, of, query) =>
      Effect.gen(function* () {
        const own = yield* storage.page(scope, of, query)
        if (own.length > 0 || of.name !== collection) return own
        for (const other of yield* storage.scopes({ limit: 100 })) {
          const found = yield* storage.page(other, of, query)
          if (found.length > 0) return found
        }
        return own
      })
  })

/** A storage that continues a list in the scope of the row at which the page begins. */
export const followingPositions =
  (collection: string): Wrap =>
  (storage) => ({
    ...storage,
    page: (scope, of, query) =>
      Effect.gen(function* () {
        const { after } = query
        if (after === undefined || of.name !== collection) {
          return yield* storage.page(scope, of, query)
        }
        for (const other of yield* storage.scopes({ limit: 100 })) {
          const found = yield* storage.get(other, of, after)
          if (Option.isSome(found)) return yield* storage.page(other, of, query)
        }
        return yield* storage.page(scope, of, query)
      })
  })

type HandlerOf = (payloom: Payloom) => Serve

/** Returns the scope of a plan that a path names. Null if there is none. */
const scopeIn = async ({ services: { storage } }: Payloom, url: string): Promise<Scope | null> => {
  const [, id] = /\/plans\/([^/?]+)/.exec(url) ?? []
  const find = inAnyScope(storage, noScope, (scope) =>
    storage.get(scope as Scope, PlanCollection, id ?? "")
  )
  const found = await Effect.runPromise(find)
  return Option.isSome(found) ? found.value.scope : null
}

const noScope: Scope = { tenant: "nobody", mode: "test" }

/** A handler with a header if the plan in the path exists. */
export const namingExisting =
  (handlerOf: HandlerOf): HandlerOf =>
  (payloom) => {
    const serve = handlerOf(payloom)
    return async (request) => {
      const response = await serve(request)
      if ((await scopeIn(payloom, request.url)) !== null) response.headers.set("ETag", "W/1")
      return response
    }
  }

/** A handler that counts the requests in a row of the merchant whose plan the path names. */
export const writingForOwners =
  (handlerOf: HandlerOf): HandlerOf =>
  (payloom) => {
    const serve = handlerOf(payloom)
    return async (request) => {
      const scope = await scopeIn(payloom, request.url)
      if (scope !== null) await payloom.merchant(scope).templates.create({ name: "Counter" })
      return serve(request)
    }
  }

/** A handler that stores the answers to new payments by the idempotency key alone. */
export const answeringPaymentsByKey =
  (handlerOf: HandlerOf): HandlerOf =>
  (payloom) => {
    const serve = handlerOf(payloom)
    const known = new Map<string, Response>()
    return async (request) => {
      const isOfPayments = request.url.endsWith("/payments")
      const key = isOfPayments ? request.headers.get("Idempotency-Key") : null
      const stored = key === null ? undefined : known.get(key)
      if (stored !== undefined) return stored.clone()
      const response = await serve(request)
      if (key !== null) known.set(key, response.clone())
      return response
    }
  }

/** A handler that reads a list as the merchant whose cursor is given. */
export const believingCursors =
  (handlerOf: HandlerOf): HandlerOf =>
  (payloom) => {
    const serve = handlerOf(payloom)
    const owners = new Map<string, string>()
    return async (request) => {
      const { searchParams } = new URL(request.url)
      const cursor = searchParams.get("starting_after") ?? searchParams.get("ending_before") ?? ""
      const owner = owners.get(cursor) ?? request.headers.get("Authorization") ?? ""
      const headers = new Headers(request.headers)
      headers.set("Authorization", owner)
      const response = await serve(new Request(request, { headers }))
      const [, next] = /"next_cursor":"([^"]+)"/.exec(await response.clone().text()) ?? []
      if (next !== undefined) owners.set(next, owner)
      return response
    }
  }

/** A handler that adds a text to each list. */
export const addingToLists =
  (handlerOf: HandlerOf, text: string): HandlerOf =>
  (payloom) => {
    const serve = handlerOf(payloom)
    return async (request) => {
      const response = await serve(request)
      const body = await response.text()
      const added = body.replace('"object":"list"', `"object":"list","note":"${text}"`)
      return new Response(added, response)
    }
  }

/** A handler that lets the pages of any origin in. */
export const ignoringOrigins =
  (handlerOf: HandlerOf): HandlerOf =>
  (payloom) => {
    const serve = handlerOf(payloom)
    return (request) => {
      const headers = new Headers(request.headers)
      headers.delete("Origin")
      return serve(new Request(request, { headers }))
    }
  }

/** A handler that answers 404 if there is no merchant account with the id in the path. */
export const tellingAccounts =
  (handlerOf: HandlerOf): HandlerOf =>
  (payloom) => {
    const serve = handlerOf(payloom)
    const { storage } = payloom.services
    return async (request) => {
      const [, id] = /\/providers\/([^/]+)/.exec(request.url) ?? []
      if (id === undefined) return serve(request)
      const found = await Effect.runPromise(storage.findUnique("any", MidCollection, "id", id))
      return Option.isSome(found) ? serve(request) : new Response("Not found", { status: 404 })
    }
  }
