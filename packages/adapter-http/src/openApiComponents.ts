import { serviceVersions } from "@payloom/core"
import { errorAnswers } from "./openApiErrors.ts"
import { webhookParameters, webhookResponses } from "./webhookSection.ts"
import type { Json } from "./wireSchema.ts"

const sharedParameters: Json = {
  id: {
    name: "id",
    in: "path",
    required: true,
    description: "The id of the resource.",
    schema: { type: "string" }
  },
  ServiceVersion: {
    name: "Service-Version",
    in: "header",
    required: false,
    description: "The API revision of the answer. Default: the account's pinned revision.",
    schema: { type: "string", enum: [...serviceVersions] }
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    description:
      "Sent once. For 24 hours the same key, path and body get the same answer. The order of a " +
      "body's keys and its whitespace don't matter.",
    schema: { type: "string", minLength: 1, maxLength: 255 }
  }
}

/** The components of the OpenAPI document that every operation shares. */
export const sharedComponents: Json = {
  securitySchemes: {
    secretKey: { type: "http", scheme: "bearer", description: "sk_test_… or sk_live_…" },
    publishableKey: { type: "http", scheme: "bearer", description: "pk_test_… or pk_live_…" },
    sessionToken: {
      type: "apiKey",
      in: "header",
      name: "Session-Token",
      description: "Shown once, when the checkout session is created."
    }
  },
  parameters: { ...sharedParameters, ...webhookParameters },
  headers: {
    RequestId: { description: "The id to quote to support.", schema: { type: "string" } },
    IdempotentReplay: {
      description: "`true` if an earlier answer is repeated.",
      schema: { type: "string" }
    }
  },
  responses: {
    ...errorAnswers,
    ...webhookResponses
  }
}
