import type { Collection, Merchant, Payloom, Row } from "@payloom/core"
import type { Ground } from "../ground/openGround.ts"
import type { Tenant } from "../ground/openTenants.ts"
import type { Draw } from "../history/Draw.ts"

/** The handles with which a call is sent, of the process that it is sent to. */
export interface Handles {
  readonly payloom: Payloom
  readonly merchant: Merchant
}

/** The objects from which a call chooses its input. */
export interface Choices {
  readonly ground: Ground
  readonly tenant: Tenant
  readonly draw: Draw
  /** Chooses a row of the merchant. Without one the step does nothing. */
  readonly row: <R extends Row>(of: Collection<R>, is?: (row: R) => boolean) => Promise<R>
  /**
   * Chooses a row, and mostly one for which `is` is true. So most calls are sent where they can
   * succeed, and some where they are refused.
   */
  readonly mostly: <R extends Row>(of: Collection<R>, is: (row: R) => boolean) => Promise<R>
  /** The idempotency key of the call. */
  readonly options: { readonly idempotencyKey: string }
}

/** A call that is ready to be sent, once or several times. */
export interface Prepared {
  /** The input, for the timeline. */
  readonly input: ReadonlyArray<unknown>
  readonly send: (handles: Handles) => Promise<unknown>
}

/** Prepares a call. */
export type Operation = (choices: Choices) => Promise<Prepared>

type MerchantService = Exclude<keyof Merchant, "scope">

/**
 * The input of each operation of a service. The coverage of a run shows an operation whose input
 * is always refused.
 */
type Inputs<Service> = {
  readonly [Name in keyof Service]?: InputOf
}

type InputOf = (choices: Choices) => ReadonlyArray<unknown> | Promise<ReadonlyArray<unknown>>

type AnyService = Readonly<Record<string, (...input: ReadonlyArray<unknown>) => Promise<unknown>>>
type AnyInputs = Readonly<Record<string, InputOf>>

const operationsOf = (
  service: string,
  inputs: AnyInputs,
  serviceOf: (choices: Choices) => (handles: Handles) => unknown
): Readonly<Record<string, Operation>> =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, inputOf]): [string, Operation] => [
      `${service}.${name}`,
      async (choices) => {
        const service = serviceOf(choices)
        const input = await inputOf(choices)
        return {
          input,
          send: (handles) => {
            const call = (service(handles) as AnyService)[name]
            if (call === undefined) throw new Error(`There is no operation ${name}.`)
            return call(...input)
          }
        }
      }
    ])
  )

/** Creates operations of a service of merchants from the inputs that they are called with. */
export const onMerchant = <Name extends MerchantService>(
  service: Name,
  inputs: Inputs<Merchant[Name]>
): Readonly<Record<string, Operation>> =>
  operationsOf(
    service,
    inputs as AnyInputs,
    () =>
      ({ merchant }) =>
        merchant[service]
  )

/** Creates operations of tenants. */
export const onTenants = (inputs: Inputs<Payloom["tenants"]>) =>
  operationsOf(
    "tenants",
    inputs as AnyInputs,
    () =>
      ({ payloom }) =>
        payloom.tenants
  )

/** Creates operations of a payer, each in a session that the payer has the token of. */
export const onPayer = (inputs: Inputs<ReturnType<Payloom["payer"]>>) =>
  operationsOf("payer", inputs as AnyInputs, (choices) => {
    const credentials = credentialsOf(choices, "checkout")
    return ({ payloom }) => payloom.payer(credentials)
  })

/** Creates operations of a customer, each in a portal session. */
export const onPortal = (inputs: Inputs<ReturnType<Payloom["portal"]>>) =>
  operationsOf("portal", inputs as AnyInputs, (choices) => {
    const credentials = credentialsOf(choices, "portal")
    return ({ payloom }) => payloom.portal(credentials)
  })

const credentialsOf = ({ tenant, draw }: Choices, of: "checkout" | "portal") => ({
  publishableKey: tenant.publishableKey,
  sessionToken: draw.one(tenant.tokens.filter(({ kind }) => kind === of)).token
})

/** Metadata with a text that no other call has. */
export const ownMetadata = ({ options }: Choices) => ({
  metadata: { note: `Note of ${options.idempotencyKey};` }
})

/** Metadata with a text that no other call has, for some of the calls. */
export const someMetadata = (choices: Choices) =>
  choices.draw.chance(40) ? ownMetadata(choices) : {}

/** Creates an operation that is no call of the engine. */
export const happening =
  (does: (choices: Choices, handles: Handles) => Promise<unknown>): Operation =>
  async (choices) => ({ input: [], send: (handles) => does(choices, handles) })
