import type { Json } from "../openApi30.ts"
import { keyRules } from "./keyRules.ts"
import { prepared } from "./prepared.ts"
import { keepNamed, plainerParts } from "./repairs.ts"

/** The renderer, which the same script defines first. */
declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown

const given = document.querySelector<HTMLMetaElement>('meta[name="api-docs"]')?.content ?? "{}"
const { base, allowLiveKeys } = JSON.parse(given) as {
  readonly base: string
  readonly allowLiveKeys: boolean
}

/** Follows the colours that the visitor prefers. */
const followColours = (): void => {
  const dark = matchMedia("(prefers-color-scheme: dark)")
  const apply = () => document.documentElement.classList.toggle("dark-mode", dark.matches)
  dark.addEventListener("change", apply)
  apply()
}

const show = async (): Promise<void> => {
  const page = document.querySelector("#api-docs")
  if (page === null) return
  keepNamed(page)
  const answer = await fetch(`${base}/openapi.json`)
  if (!answer.ok) throw new Error(`The document can't be read: status ${answer.status}.`)
  SwaggerUIBundle({
    domNode: page,
    spec: prepared((await answer.json()) as Json),
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    syntaxHighlight: { activated: true, theme: "agate" },
    tryItOutEnabled: true,
    validatorUrl: null,
    persistAuthorization: false,
    plugins: [keyRules(allowLiveKeys), plainerParts],
    requestInterceptor: withKey
  })
}

interface Sent {
  readonly method: string
  readonly headers: Record<string, string>
}

/** A change needs an idempotency key. The page sends a new one if the visitor typed none. */
const withKey = <Request extends Sent>(request: Request): Request => {
  const isChange = !/^(?:GET|HEAD)$/i.test(request.method)
  if (isChange && !request.headers["Idempotency-Key"]) {
    request.headers["Idempotency-Key"] = crypto.randomUUID()
  }
  return request
}

followColours()
show().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  document.querySelector("#api-docs")?.append(`${text} Reload the page to try again.`)
})
