/** Danish. */
export const da = `
pay = Betal { $amount }
subscribe = Abonnér og betal { $amount }
start_trial = Start prøveperioden, betal derefter { $amount }
save_card = Gem kort
every_day = { $count ->
    [one] hver dag
   *[other] hver { $count }. dag
}
every_week = { $count ->
    [one] hver uge
   *[other] hver { $count }. uge
}
every_month = { $count ->
    [one] hver måned
   *[other] hver { $count }. måned
}
every_year = { $count ->
    [one] hvert år
   *[other] hvert { $count }. år
}
terms_today = betales i dag
terms_today_with_fee = betales i dag, heraf { $fee } i engangsgebyr
terms_later = Derefter { $amount } { $often }, fra { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } dag gratis
   *[other] { $days } dage gratis
}, derefter { $amount } { $often }, fra { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } dag for { $trial }
   *[other] { $days } dage for { $trial }
}, derefter { $amount } { $often }, fra { $from }.
terms_ends = { $charges ->
    [one] Ophører automatisk efter én betaling på { $amount }.
   *[other] Ophører automatisk efter { $charges } betalinger på hver { $amount }.
}
terms_nothing_later = Derefter trækkes der ikke mere.
pay_to = Betaling til { $merchant }
back = Tilbage til { $merchant }
test_mode = Testtilstand
loading = Indlæser…
attribution = Drives af Payloom
card_title = Kortoplysninger
card_number = Kortnummer
card_expiry = Udløbsdato
card_expiry_shape = MM / ÅÅ
card_security_code = Sikkerhedskode
card_encrypted = Dine kortoplysninger krypteres, før de forlader denne enhed.
mistakes_number = Indtast nummeret, som det står på kortet.
mistakes_expiry = Indtast måned og år, for eksempel 05\u00a0/\u00a030.
mistakes_expired = Kortet er udløbet.
mistakes_security_code = Indtast sikkerhedskodens 3 eller 4 cifre.
mistakes_card = Kontrollér kortoplysningerne.
mistakes_missing = Udfyld dette felt.
mistakes_email = Indtast en adresse som name@example.com.
mistakes_full_name = Indtast for- og efternavn.
mistakes_iban = Indtast IBAN-nummeret, som det står på dit kontoudtog.
mistakes_digits = Indtast de { $count } cifre.
mistakes_entry = Kontrollér denne oplysning.
card_unreachable = Kortfelterne kan ikke indlæses. Kontrollér din forbindelse.
details = Detaljer
items = Varer
total = I alt
amounts_subtotal = Delsum
amounts_discount = Rabat
amounts_shipping = Levering
amounts_tax = Moms
amounts_duty = Told
challenge_title = Din bank vil bekræfte betalingen
challenge_text = Følg anvisningerne nedenfor.
choose = Hvordan vil du betale?
by_card = Kort
next_step = Du gennemfører betalingen med { $method } i næste trin.
fields_name = Navn
fields_full_name = For- og efternavn
fields_holder = Kontoindehaver
fields_email = E-mailadresse
fields_phone = Telefonnummer
fields_document = Skatte- eller id-nummer
fields_bank = Din bank
fields_account_number = Kontonummer
fields_routing_number = Registreringsnummer
fields_code = Kode fra din bankapp
fields_street = Vej og husnummer
fields_postal_code = Postnummer
fields_city = By
fields_state = Stat eller provins
fields_country = Land
optional = { $field } (valgfrit)
select = Vælg venligst
mandates_debit = Når du betaler, giver du { $merchant } fuldmagt til at trække dette beløb fra din
    konto, og din bank fuldmagt til at gennemføre det.
mandates_later = Fuldmagten gælder også senere betalinger, som du har aftalt med forretningen.
mandates_sepa = Du kan kræve beløbet tilbage fra din bank inden for otte uger efter trækket.
mandates_bacs = Du er beskyttet af den britiske Direct Debit Guarantee.
leaving_title = Et øjeblik
leaving_text = Du føres videre til den side, hvor du bekræfter betalingen.
awaited_title = Din betaling venter på dig
awaited_text = Bekræft den på den side, der bad dig om det, eller vælg en anden betalingsmåde.
confirm_here_title = Bekræft din betaling
confirm_here_text = Følg anvisningerne på denne side, eller vælg en anden betalingsmåde.
go_on = Fortsæt
choose_anew = Vælg en anden betalingsmåde
returned_title = Du kan lukke dette vindue
returned_text = Resultatet af betalingen vises der, hvor du startede den.
instructions_title = Sådan betaler du
instructions_reference = Reference
instructions_until = Betal senest
instructions_copy = Kopiér
instructions_copied = Kopieret
processing_title = Din betaling behandles
processing_text = Det kan tage et øjeblik. Du behøver ikke gøre noget.
processing_elsewhere_title = Betaling i gang i et andet vindue
processing_elsewhere_text = Du vil også se resultatet her.
interrupted_title = Forbindelsen blev afbrudt: betal ikke igen
interrupted_text = Betalingen kan være modtaget. Kontrollér forbindelsen; resultatet vises her.
succeeded_title = Betalingen er gennemført
succeeded_text = Tak!
succeeded_elsewhere_title = Allerede betalt
succeeded_elsewhere_text = Betalingen blev foretaget i et andet vindue. Beløbet er trukket én gang.
card_saved_title = Kortet er gemt
card_saved_text = Der er ikke trukket noget.
subscribed_title = Dit abonnement er begyndt
subscribed_text = Der er ikke trukket noget i dag.
expired_title = Betalingen er udløbet
expired_text = Der er ikke trukket noget. Start forfra i butikken.
canceled_title = Betalingen er annulleret
canceled_text = Der er ikke trukket noget.
failed_title = Betalingen mislykkedes
failed_text = Der er ikke trukket noget. Start forfra i butikken.
unreachable_title = Siden kan ikke indlæses
unreachable_text = Kontrollér din forbindelse.
try_again = Prøv igen
bad_link_title = Linket virker ikke
bad_link_text = Det er ufuldstændigt eller ikke længere gyldigt. Start forfra i butikken.
not_arrived_title = Betalingen blev ikke sendt
not_arrived_text = Forbindelsen blev afbrudt. Der er ikke trukket noget, og du kan betale igen.
offline_title = Du er offline
offline_text = Intet er sendt eller trukket. Kontrollér forbindelsen, og betal derefter igen.
no_method_title = Ingen betalingsmåde er tilgængelig
no_method_text = Prøv igen lidt senere.
declined = Betalingen blev afvist
declined_by = Betalingen med { $method } blev afvist.
otherwise_again = Prøv igen, eller vælg en anden betalingsmåde.
otherwise_other = Vælg en anden betalingsmåde.
declines_insufficient_funds = Der er ikke penge nok på kontoen.
declines_card_declined = Banken afviste kortet.
declines_do_not_honor = Banken afviste betalingen uden at oplyse en årsag.
declines_expired_card = Kortet er udløbet.
declines_invalid_card = Kortoplysningerne er ikke gyldige.
declines_incorrect_cvc = Sikkerhedskoden er ikke rigtig.
declines_limit_exceeded = Betalingen overskrider en grænse for kortet.
declines_authentication_required = Banken beder dig bekræfte betalingen.
declines_authentication_failed = Banken kunne ikke bekræfte din identitet.
declines_currency_not_supported = Der kan ikke trækkes på kortet i denne valuta.
declines_issuer_unavailable = Banken er ikke tilgængelig i øjeblikket.
declines_processing_error = Betalingen kunne ikke behandles.
declines_no_route = Betalingen er ikke mulig i øjeblikket.
declines_method_unavailable = Betalingsmåden er ikke tilgængelig.
advice_retry_later = Prøv igen om nogle minutter.
advice_use_another_method = Brug et andet kort.
advice_correct_details = Ret oplysningerne, og prøv igen.
advice_authenticate = Prøv igen, og bekræft betalingen hos din bank.
advice_contact_issuer = Kontakt din bank, eller brug et andet kort.
advice_do_not_retry = Prøv ikke igen med dette kort; brug et andet.
`
