import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"

/** Refuses a saved card that belongs to another customer. */
export const cardOfAnother = (param: string, card: string) =>
  parameterInvalid(
    param,
    `must be a card of this customer, but ${card} is another's: list the cards of this customer`
  )
