import { enCard } from "./enCard.ts"

/** English. Messages that another language lacks are taken from it. */
export const en = `${enCard}pay = Pay { $amount }
subscribe = Subscribe and pay { $amount }
start_trial = Start trial, then pay { $amount }
save_card = Save card
every_day = { $count ->
    [one] every day
   *[other] every { $count } days
}
every_week = { $count ->
    [one] every week
   *[other] every { $count } weeks
}
every_month = { $count ->
    [one] every month
   *[other] every { $count } months
}
every_year = { $count ->
    [one] every year
   *[other] every { $count } years
}
terms_today = due today
terms_today_with_fee = due today, of which { $fee } is a one-time setup fee
terms_later = Then { $amount } { $often }, from { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } day free
   *[other] { $days } days free
}, then { $amount } { $often }, from { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } day for { $trial }
   *[other] { $days } days for { $trial }
}, then { $amount } { $often }, from { $from }.
terms_ends = { $charges ->
    [one] Ends by itself after one payment of { $amount }.
   *[other] Ends by itself after { $charges } payments of { $amount } each.
}
terms_nothing_later = Nothing is charged after that.
pay_to = Payment to { $merchant }
back = Back to { $merchant }
test_mode = Test mode
loading = Loading…
attribution = Powered by Payloom
card_encrypted = Your card details are encrypted before they leave this device.
mistakes_card = Please check the card details.
mistakes_missing = Please fill in this field.
mistakes_email = Enter an address such as name@example.com.
mistakes_full_name = Enter first and last name.
mistakes_iban = Enter the IBAN as it stands on your bank statement.
mistakes_digits = Enter the { $count } digits.
mistakes_entry = Please check this entry.
card_unreachable = The card fields can't be loaded. Please check your connection.
details = Details
items = Items
total = Total
amounts_subtotal = Subtotal
amounts_discount = Discount
amounts_shipping = Shipping
amounts_tax = Tax
amounts_duty = Customs duty
challenge_title = Your bank wants to confirm the payment
challenge_text = Please follow its instructions below.
choose = How would you like to pay?
by_card = Card
next_step = You finish the payment with { $method } in the next step.
fields_name = Name
fields_full_name = First and last name
fields_holder = Account holder
fields_email = Email address
fields_phone = Phone number
fields_document = Tax or identity number
fields_bank = Bank
fields_account_number = Account number
fields_routing_number = Routing number
fields_code = Code from your banking app
fields_street = Street and number
fields_postal_code = Postal code
fields_city = City
fields_state = State or province
fields_country = Country
optional = { $field } (optional)
select = Please choose
mandates_debit = By paying, you authorize { $merchant } to collect this payment from your account,
    and your bank to carry it out.
mandates_later = This authorization also covers later payments that you have agreed on with the
    merchant.
mandates_sepa = You can claim a refund from your bank within eight weeks of the debit.
mandates_bacs = You are protected by the Direct Debit Guarantee.
leaving_title = One moment
leaving_text = You are being taken to the page where you confirm the payment.
awaited_title = Your payment is waiting for you
awaited_text = Please confirm it on the page that asked you to, or choose another way to pay.
confirm_here_title = Please confirm your payment
confirm_here_text = Follow the instructions on this page, or choose another way to pay.
go_on = Continue
choose_anew = Choose another way to pay
returned_title = You can close this window
returned_text = The outcome of your payment is shown where you started it.
instructions_title = Please pay as follows
instructions_reference = Reference
instructions_until = Pay by
instructions_copy = Copy
instructions_copied = Copied
processing_title = Your payment is being processed
processing_text = This can take a moment. You don't have to do anything.
processing_elsewhere_title = Payment under way in another window
processing_elsewhere_text = You will see its outcome here as well.
interrupted_title = Connection interrupted: please don't pay again
interrupted_text = The payment may have arrived. Check your connection. The outcome will be shown
    here.
succeeded_title = Payment successful
succeeded_text = Thank you!
succeeded_elsewhere_title = Already paid
succeeded_elsewhere_text = The payment was made in another window. You have been charged once.
card_saved_title = Card saved
card_saved_text = Nothing was charged.
subscribed_title = Your subscription has begun
subscribed_text = Nothing was charged today.
expired_title = This payment has expired
expired_text = You have not been charged. Please start again in the shop.
canceled_title = This payment was canceled
canceled_text = You have not been charged.
failed_title = The payment failed
failed_text = You have not been charged. Please start again in the shop.
unreachable_title = The page can't be loaded
unreachable_text = Please check your connection.
try_again = Try again
bad_link_title = This link doesn't work
bad_link_text = It is incomplete or no longer valid. Please start again in the shop.
not_arrived_title = The payment was not sent
not_arrived_text = The connection broke. You have not been charged and can pay again.
offline_title = You are offline
offline_text = Nothing was sent and you have not been charged. Check your connection, then pay
    again.
no_method_title = No payment method is available
no_method_text = Please come back a little later.
declined = Payment declined
declined_by = The payment with { $method } was declined.
otherwise_again = Please try again, or choose another way to pay.
otherwise_other = Please choose another way to pay.
declines_insufficient_funds = There is not enough money on the account.
declines_card_declined = The bank declined the card.
declines_do_not_honor = The bank declined the payment without a reason.
declines_limit_exceeded = The payment exceeds a limit of the card.
declines_authentication_required = The bank asks you to confirm the payment.
declines_authentication_failed = The bank could not confirm that it is you.
declines_currency_not_supported = The card can't be charged in this currency.
declines_issuer_unavailable = The bank can't be reached at the moment.
declines_processing_error = The payment could not be processed.
declines_no_route = The payment can't be taken at the moment.
declines_method_unavailable = This way to pay is not available.
advice_retry_later = Please try again in a few minutes.
advice_use_another_method = Please use another card.
advice_correct_details = Please correct the details and try again.
advice_authenticate = Please try again and confirm the payment with your bank.
advice_contact_issuer = Please ask your bank, or use another card.
advice_do_not_retry = Please don't try this card again. Use another one.
`
