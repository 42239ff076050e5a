import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/**
 * The request was carried out under this idempotency key before, and its answer showed the secret.
 * The secret can't be shown again.
 */
export class SecretShownOnce extends TaggedError("SecretShownOnce")<{
  /** The kind of the object with the secret. */
  readonly object: "api_key" | "webhook_endpoint"
  /** The id of the object with the secret. */
  readonly id: string
}> {
  override get message(): string {
    const remedy =
      this.object === "api_key"
        ? "revoke it, and create another under a new idempotency key"
        : "rotate its secret under a new idempotency key"
    return (
      `This idempotency key made ${this.id}, and only the first answer showed its secret: if you ` +
      `don't have it, ${remedy}.`
    )
  }
}
