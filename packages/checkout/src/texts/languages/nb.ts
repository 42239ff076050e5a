/** Norwegian, in Bokmål. */
export const nb = `
pay = Betal { $amount }
subscribe = Abonner og betal { $amount }
start_trial = Start prøveperioden, betal deretter { $amount }
save_card = Lagre kort
every_day = { $count ->
    [one] hver dag
   *[other] hver { $count }. dag
}
every_week = { $count ->
    [one] hver uke
   *[other] hver { $count }. uke
}
every_month = { $count ->
    [one] hver måned
   *[other] hver { $count }. måned
}
every_year = { $count ->
    [one] hvert år
   *[other] hvert { $count }. år
}
terms_today = å betale i dag
terms_today_with_fee = å betale i dag, hvorav { $fee } er et engangsgebyr
terms_later = Deretter { $amount } { $often }, fra { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } dag gratis
   *[other] { $days } dager gratis
}, deretter { $amount } { $often }, fra { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } dag for { $trial }
   *[other] { $days } dager for { $trial }
}, deretter { $amount } { $often }, fra { $from }.
terms_ends = { $charges ->
    [one] Avsluttes automatisk etter én betaling på { $amount }.
   *[other] Avsluttes automatisk etter { $charges } betalinger på { $amount } hver.
}
terms_nothing_later = Deretter trekkes ikke noe mer.
pay_to = Betaling til { $merchant }
back = Tilbake til { $merchant }
test_mode = Testmodus
loading = Laster inn…
attribution = Drevet av Payloom
card_title = Kortopplysninger
card_number = Kortnummer
card_expiry = Utløpsdato
card_expiry_shape = MM / ÅÅ
card_security_code = Sikkerhetskode
card_encrypted = Kortopplysningene dine krypteres før de forlater denne enheten.
mistakes_number = Skriv inn nummeret slik det står på kortet.
mistakes_expiry = Skriv inn måned og år, for eksempel 05\u00a0/\u00a030.
mistakes_expired = Kortet er utløpt.
mistakes_security_code = Skriv inn de 3 eller 4 sifrene i sikkerhetskoden.
mistakes_card = Kontroller kortopplysningene.
mistakes_missing = Fyll ut dette feltet.
mistakes_email = Skriv inn en adresse som name@example.com.
mistakes_full_name = Skriv inn for- og etternavn.
mistakes_iban = Skriv inn IBAN slik det står på kontoutskriften din.
mistakes_digits = Skriv inn de { $count } sifrene.
mistakes_entry = Kontroller dette feltet.
card_unreachable = Kortfeltene kan ikke lastes inn. Kontroller tilkoblingen.
details = Detaljer
items = Varer
total = Sum
amounts_subtotal = Delsum
amounts_discount = Rabatt
amounts_shipping = Frakt
amounts_tax = Avgifter
amounts_duty = Toll
challenge_title = Banken din vil bekrefte betalingen
challenge_text = Følg anvisningene nedenfor.
choose = Hvordan vil du betale?
by_card = Kort
next_step = Du fullfører betalingen med { $method } i neste trinn.
fields_name = Navn
fields_full_name = For- og etternavn
fields_holder = Kontoinnehaver
fields_email = E-postadresse
fields_phone = Telefonnummer
fields_document = Skatte- eller identitetsnummer
fields_bank = Banken din
fields_account_number = Kontonummer
fields_routing_number = Bankkode
fields_code = Kode fra bankappen din
fields_street = Gate og husnummer
fields_postal_code = Postnummer
fields_city = Poststed
fields_state = Stat eller provins
fields_country = Land
optional = { $field } (valgfritt)
select = Velg
mandates_debit = Når du betaler, gir du { $merchant } fullmakt til å trekke dette beløpet fra
    kontoen din, og banken din fullmakt til å gjennomføre trekket.
mandates_later = Fullmakten gjelder også senere betalinger som du har avtalt med butikken.
mandates_sepa = Du kan kreve beløpet tilbake fra banken din innen åtte uker etter trekket.
mandates_bacs = Du er beskyttet av den britiske Direct Debit Guarantee.
leaving_title = Et øyeblikk
leaving_text = Du sendes videre til siden der du bekrefter betalingen.
awaited_title = Betalingen venter på deg
awaited_text = Bekreft den på siden som ba deg om det, eller velg en annen betalingsmåte.
confirm_here_title = Bekreft betalingen
confirm_here_text = Følg anvisningene på denne siden, eller velg en annen betalingsmåte.
go_on = Fortsett
choose_anew = Velg en annen betalingsmåte
returned_title = Du kan lukke dette vinduet
returned_text = Resultatet av betalingen vises der du startet den.
instructions_title = Slik betaler du
instructions_reference = Referanse
instructions_until = Betal innen
instructions_copy = Kopier
instructions_copied = Kopiert
processing_title = Betalingen behandles
processing_text = Det kan ta et øyeblikk. Du trenger ikke å gjøre noe.
processing_elsewhere_title = Betaling pågår i et annet vindu
processing_elsewhere_text = Du ser resultatet også her.
interrupted_title = Tilkoblingen ble brutt: ikke betal på nytt
interrupted_text = Betalingen kan ha kommet fram. Kontroller tilkoblingen; resultatet vises her.
succeeded_title = Betalingen er gjennomført
succeeded_text = Takk!
succeeded_elsewhere_title = Allerede betalt
succeeded_elsewhere_text = Betalingen ble gjort i et annet vindu. Beløpet er trukket én gang.
card_saved_title = Kortet er lagret
card_saved_text = Ingenting ble trukket.
subscribed_title = Abonnementet ditt har startet
subscribed_text = Ingenting ble trukket i dag.
expired_title = Betalingen er utløpt
expired_text = Ingenting ble trukket. Start på nytt i butikken.
canceled_title = Betalingen er avbrutt
canceled_text = Ingenting ble trukket.
failed_title = Betalingen mislyktes
failed_text = Ingenting ble trukket. Start på nytt i butikken.
unreachable_title = Siden kan ikke lastes inn
unreachable_text = Kontroller tilkoblingen.
try_again = Prøv igjen
bad_link_title = Lenken virker ikke
bad_link_text = Den er ufullstendig eller ikke lenger gyldig. Start på nytt i butikken.
not_arrived_title = Betalingen ble ikke sendt
not_arrived_text = Tilkoblingen ble brutt. Ingenting ble trukket, og du kan betale på nytt.
offline_title = Du er frakoblet
offline_text = Ingenting ble sendt eller trukket. Kontroller tilkoblingen, og betal på nytt.
no_method_title = Ingen betalingsmåte er tilgjengelig
no_method_text = Prøv igjen litt senere.
declined = Betalingen ble avvist
declined_by = Betalingen med { $method } ble avvist.
otherwise_again = Prøv igjen, eller velg en annen betalingsmåte.
otherwise_other = Velg en annen betalingsmåte.
declines_insufficient_funds = Det er ikke nok penger på kontoen.
declines_card_declined = Banken avviste kortet.
declines_do_not_honor = Banken avviste betalingen uten å oppgi noen grunn.
declines_expired_card = Kortet er utløpt.
declines_invalid_card = Kortopplysningene er ikke gyldige.
declines_incorrect_cvc = Sikkerhetskoden er ikke riktig.
declines_limit_exceeded = Betalingen overskrider en grense for kortet.
declines_authentication_required = Banken ber deg bekrefte betalingen.
declines_authentication_failed = Banken kunne ikke bekrefte identiteten din.
declines_currency_not_supported = Kortet kan ikke belastes i denne valutaen.
declines_issuer_unavailable = Banken er ikke tilgjengelig for øyeblikket.
declines_processing_error = Betalingen kunne ikke behandles.
declines_no_route = Betalingen er ikke mulig for øyeblikket.
declines_method_unavailable = Betalingsmåten er ikke tilgjengelig.
advice_retry_later = Prøv igjen om noen minutter.
advice_use_another_method = Bruk et annet kort.
advice_correct_details = Rett opplysningene og prøv igjen.
advice_authenticate = Prøv igjen og bekreft betalingen hos banken din.
advice_contact_issuer = Kontakt banken din, eller bruk et annet kort.
advice_do_not_retry = Ikke prøv igjen med dette kortet; bruk et annet.
`
