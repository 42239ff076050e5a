/** The English texts of the card fields, one line each, without variables. */
export const enCard = `
card_title = Card details
card_number = Card number
card_expiry = Expiry date
card_expiry_shape = MM / YY
card_security_code = Security code
mistakes_number = Enter the number as it stands on the card.
mistakes_expiry = Enter month and year, such as 05 / 30.
mistakes_expired = This card has expired.
mistakes_security_code = Enter the 3 or 4 digits of the security code.
declines_expired_card = The card has expired.
declines_invalid_card = The card details are not valid.
declines_incorrect_cvc = The security code is not correct.
`
