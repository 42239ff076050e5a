/**
 * A machine forbids the trigger: by an error of the engine, or because the rows of the decision
 * were read at different moments.
 */
export class ForbiddenTransition extends Error {
  override readonly name = "ForbiddenTransition"
}
