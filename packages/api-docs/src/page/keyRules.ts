/** A value that a visitor typed in for a security scheme, under the scheme's name. */
type Typed = Readonly<Record<string, { readonly name: string; readonly value?: unknown }>>

interface System {
  readonly errActions: {
    readonly newAuthErr: (error: Readonly<Record<string, string>>) => void
    readonly clear: (filter: Readonly<Record<string, string>>) => void
  }
}

const refusal =
  "This is a live key, and live keys move real money. This page takes test keys only: sk_test_… " +
  "or pk_test_…"

/**
 * Returns the plugin of the renderer that takes keys. It removes spaces and a leading "Bearer". It
 * refuses live keys unless they are allowed.
 */
export const keyRules = (allowLiveKeys: boolean) => () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize:
          (authorize: (typed: Typed) => unknown, { errActions }: System) =>
          (typed: Typed): unknown => {
            const keys = withoutPrefixes(typed)
            const live = Object.values(keys).find(({ value }) => isLive(value))
            if (live === undefined || allowLiveKeys) return authorize(keys)
            const told = { authId: live.name, source: "auth" }
            errActions.clear(told)
            return errActions.newAuthErr({ ...told, level: "error", message: refusal })
          }
      }
    }
  }
})

const isLive = (value: unknown): boolean =>
  typeof value === "string" && /^[a-z]+_live_/i.test(value)

const withoutPrefixes = (typed: Typed): Typed =>
  Object.fromEntries(
    Object.entries(typed).map(([name, one]) => [
      name,
      typeof one.value === "string"
        ? { ...one, value: one.value.trim().replace(/^Bearer\s+/i, "") }
        : one
    ])
  )
