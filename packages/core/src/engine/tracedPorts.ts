import { Effect, Layer } from "effect"
import type { AccountUpdater } from "../cards/saved/AccountUpdater.ts"
import type { CardVault } from "../cards/vault/CardVault.ts"
import type { TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import { Risk } from "../providers/risk/Risk.ts"
import type { ThreeDsServer } from "../providers/three-ds/ThreeDsServer.ts"
import { tracedCalls } from "../providers/tracedCalls.ts"

/** Returns a function that makes a port's calls spans. Without telemetry it changes nothing. */
const spansOf =
  <Port extends object>(name: string, operations: ReadonlyArray<keyof Port & string>) =>
  (port: Port, telemetry: TelemetryPort | undefined): Port =>
    telemetry === undefined
      ? port
      : tracedCalls(port, operations, telemetry, {
          name,
          attributes: (operation) => ({
            "payloom.port": name,
            "payloom.port.operation": operation
          })
        })

/** Makes the calls of a vault spans, such as `store vault`. */
export const tracedVault = spansOf<CardVault["Service"]>("vault", [
  "store",
  "storeWallet",
  "release",
  "forget"
])

/** Makes the calls of a 3DS server spans, such as `authenticate 3ds`. */
export const tracedThreeDs = spansOf<ThreeDsServer["Service"]>("3ds", ["authenticate", "result"])

/** Makes the calls of an account updater spans, such as `currentCard account_updater`. */
export const tracedUpdater = spansOf<AccountUpdater["Service"]>("account_updater", [
  "readNotification",
  "currentCard"
])

const assessments = spansOf<Risk["Service"]>("risk", ["assess"])

/** Makes the assessments of a risk service spans, `assess risk`. */
export const tracedRisk = <E, R>(
  risk: Layer.Layer<Risk, E, R>,
  telemetry: TelemetryPort | undefined
): Layer.Layer<Risk, E, R> =>
  telemetry === undefined
    ? risk
    : Layer.effect(
        Risk,
        Effect.map(Risk, (inner) => assessments(inner, telemetry))
      ).pipe(Layer.provide(risk))
