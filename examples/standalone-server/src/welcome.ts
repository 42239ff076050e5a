import type { SandboxCredentials } from "./sandboxTenant.ts"

const curl = (
  url: string,
  credentials: SandboxCredentials,
  key: string,
  body: Readonly<Record<string, string>>
): string =>
  [
    `curl ${url}/payments \\`,
    `  -H "Authorization: Bearer ${credentials.secret_key}" \\`,
    `  -H "Idempotency-Key: ${key}" \\`,
    `  -d '${JSON.stringify(body)}'`
  ].join("\n")

/** Returns the first message for new users: the address, the keys, and three payments to paste. */
export const welcome = (url: string, credentials: SandboxCredentials): string => {
  const { approved, insufficient_funds } = credentials.instruments
  const payment = { amount: "1250", currency: "EUR", type: "one_off" }
  const manual = { ...payment, capture_method: "manual", payment_instrument: approved }
  const run = Date.now().toString(36)
  return `Payloom is listening on ${url}

  Open it in a browser: a demo shop takes payments there, with test cards,
  and subscriptions, with a button that moves time ahead.

  ${url}/console is the operator's console: payments as they happen,
  each payment's timeline, and refunds.

  ${url}/docs shows the API, and sends requests with the secret key below.

  Secret key       ${credentials.secret_key}
  Publishable key  ${credentials.publishable_key}
  API              ${url}/openapi.json

An approved payment:

${curl(url, credentials, `approved-${run}`, { ...payment, payment_instrument: approved })}

A declined one (HTTP 200 with a decline block):

${curl(url, credentials, `declined-${run}`, { ...payment, payment_instrument: insufficient_funds })}

One to capture by hand, with the id it answers:

${curl(url, credentials, `manual-${run}`, manual)}

curl -X POST ${url}/payments/PAYMENT_ID/capture \\
  -H "Authorization: Bearer ${credentials.secret_key}" \\
  -H "Idempotency-Key: capture-${run}"
`
}
