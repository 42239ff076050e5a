/** Dutch. */
export const nl = `
pay = { $amount } betalen
subscribe = Abonneren en { $amount } betalen
start_trial = Proefperiode starten, daarna { $amount } betalen
save_card = Kaart opslaan
every_day = { $count ->
    [one] elke dag
   *[other] elke { $count } dagen
}
every_week = { $count ->
    [one] elke week
   *[other] elke { $count } weken
}
every_month = { $count ->
    [one] elke maand
   *[other] elke { $count } maanden
}
every_year = { $count ->
    [one] elk jaar
   *[other] elke { $count } jaar
}
terms_today = vandaag te betalen
terms_today_with_fee = vandaag te betalen, waarvan { $fee } eenmalige instapkosten
terms_later = Daarna { $often } { $amount }, vanaf { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } dag gratis
   *[other] { $days } dagen gratis
}, daarna { $often } { $amount }, vanaf { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } dag voor { $trial }
   *[other] { $days } dagen voor { $trial }
}, daarna { $often } { $amount }, vanaf { $from }.
terms_ends = { $charges ->
    [one] Eindigt vanzelf na één betaling van { $amount }.
   *[other] Eindigt vanzelf na { $charges } betalingen van elk { $amount }.
}
terms_nothing_later = Daarna wordt niets meer afgeschreven.
pay_to = Betaling aan { $merchant }
back = Terug naar { $merchant }
test_mode = Testmodus
loading = Bezig met laden…
attribution = Mogelijk gemaakt door Payloom
card_title = Kaartgegevens
card_number = Kaartnummer
card_expiry = Vervaldatum
card_expiry_shape = MM / JJ
card_security_code = Beveiligingscode
card_encrypted = Uw kaartgegevens worden versleuteld voordat ze dit apparaat verlaten.
mistakes_number = Vul het nummer in zoals het op de kaart staat.
mistakes_expiry = Vul maand en jaar in, bijvoorbeeld 05\u00a0/\u00a030.
mistakes_expired = Deze kaart is verlopen.
mistakes_security_code = Vul de 3 of 4 cijfers van de beveiligingscode in.
mistakes_card = Controleer de kaartgegevens.
mistakes_missing = Vul dit veld in.
mistakes_email = Vul een adres in zoals name@example.com.
mistakes_full_name = Vul voor- en achternaam in.
mistakes_iban = Vul het IBAN in zoals het op uw bankafschrift staat.
mistakes_digits = Vul de { $count } cijfers in.
mistakes_entry = Controleer dit veld.
card_unreachable = De kaartvelden kunnen niet worden geladen. Controleer uw verbinding.
details = Details
items = Artikelen
total = Totaal
amounts_subtotal = Subtotaal
amounts_discount = Korting
amounts_shipping = Verzending
amounts_tax = Belasting
amounts_duty = Invoerrechten
challenge_title = Uw bank wil de betaling bevestigen
challenge_text = Volg de aanwijzingen hieronder.
choose = Hoe wilt u betalen?
by_card = Kaart
next_step = In de volgende stap rondt u de betaling met { $method } af.
fields_name = Naam
fields_full_name = Voor- en achternaam
fields_holder = Rekeninghouder
fields_email = E-mailadres
fields_phone = Telefoonnummer
fields_document = Fiscaal nummer of identiteitsnummer
fields_bank = Uw bank
fields_account_number = Rekeningnummer
fields_routing_number = Bankcode
fields_code = Code uit uw bankapp
fields_street = Straat en huisnummer
fields_postal_code = Postcode
fields_city = Plaats
fields_state = Staat of provincie
fields_country = Land
optional = { $field } (optioneel)
select = Maak een keuze
mandates_debit = Door te betalen machtigt u { $merchant } om dit bedrag van uw rekening af te
    schrijven, en uw bank om de afschrijving uit te voeren.
mandates_later = Deze machtiging geldt ook voor latere betalingen die u met de winkel hebt
    afgesproken.
mandates_sepa = U kunt het bedrag tot acht weken na de afschrijving via uw bank terugvragen.
mandates_bacs = De Britse Direct Debit Guarantee beschermt u.
leaving_title = Een ogenblik
leaving_text = U wordt naar de pagina gebracht waar u de betaling bevestigt.
awaited_title = Uw betaling wacht op u
awaited_text = Bevestig de betaling op de pagina die erom vroeg of kies een andere betaalwijze.
confirm_here_title = Bevestig uw betaling
confirm_here_text = Volg de aanwijzingen op deze pagina of kies een andere betaalwijze.
go_on = Doorgaan
choose_anew = Andere betaalwijze kiezen
returned_title = U kunt dit venster sluiten
returned_text = Het resultaat van uw betaling ziet u waar u bent begonnen.
instructions_title = Zo kunt u betalen
instructions_reference = Betalingskenmerk
instructions_until = Betalen vóór
instructions_copy = Kopiëren
instructions_copied = Gekopieerd
processing_title = Uw betaling wordt verwerkt
processing_text = Dit kan even duren. U hoeft niets te doen.
processing_elsewhere_title = Betaling bezig in een ander venster
processing_elsewhere_text = U ziet het resultaat ook hier.
interrupted_title = Verbinding verbroken: betaal niet opnieuw
interrupted_text = De betaling kan aangekomen zijn. Controleer uw verbinding; het resultaat volgt
    hier.
succeeded_title = Betaling geslaagd
succeeded_text = Bedankt!
succeeded_elsewhere_title = Al betaald
succeeded_elsewhere_text = De betaling is in een ander venster gedaan. Er is één keer afgeschreven.
card_saved_title = Kaart opgeslagen
card_saved_text = Er is niets afgeschreven.
subscribed_title = Uw abonnement is begonnen
subscribed_text = Er is vandaag niets afgeschreven.
expired_title = Deze betaling is verlopen
expired_text = Er is niets afgeschreven. Begin opnieuw in de winkel.
canceled_title = Deze betaling is geannuleerd
canceled_text = Er is niets afgeschreven.
failed_title = De betaling is mislukt
failed_text = Er is niets afgeschreven. Begin opnieuw in de winkel.
unreachable_title = De pagina kan niet worden geladen
unreachable_text = Controleer uw verbinding.
try_again = Opnieuw proberen
bad_link_title = Deze link werkt niet
bad_link_text = De link is onvolledig of niet meer geldig. Begin opnieuw in de winkel.
not_arrived_title = De betaling is niet verzonden
not_arrived_text = De verbinding viel weg. Er is niets afgeschreven en u kunt opnieuw betalen.
offline_title = U bent offline
offline_text = Er is niets verzonden of afgeschreven. Controleer uw verbinding en betaal opnieuw.
no_method_title = Er is geen betaalwijze beschikbaar
no_method_text = Probeer het later nog eens.
declined = Betaling geweigerd
declined_by = De betaling met { $method } is geweigerd.
otherwise_again = Probeer het opnieuw of kies een andere betaalwijze.
otherwise_other = Kies een andere betaalwijze.
declines_insufficient_funds = Er staat niet genoeg geld op de rekening.
declines_card_declined = De bank heeft de kaart geweigerd.
declines_do_not_honor = De bank heeft de betaling zonder opgaaf van reden geweigerd.
declines_expired_card = De kaart is verlopen.
declines_invalid_card = De kaartgegevens zijn niet geldig.
declines_incorrect_cvc = De beveiligingscode klopt niet.
declines_limit_exceeded = De betaling overschrijdt een limiet van de kaart.
declines_authentication_required = De bank vraagt u de betaling te bevestigen.
declines_authentication_failed = De bank kon niet vaststellen dat u het bent.
declines_currency_not_supported = De kaart kan niet in deze valuta worden belast.
declines_issuer_unavailable = De bank is op dit moment niet bereikbaar.
declines_processing_error = De betaling kon niet worden verwerkt.
declines_no_route = De betaling is op dit moment niet mogelijk.
declines_method_unavailable = Deze betaalwijze is niet beschikbaar.
advice_retry_later = Probeer het over enkele minuten opnieuw.
advice_use_another_method = Gebruik een andere kaart.
advice_correct_details = Corrigeer de gegevens en probeer het opnieuw.
advice_authenticate = Probeer het opnieuw en bevestig de betaling bij uw bank.
advice_contact_issuer = Neem contact op met uw bank of gebruik een andere kaart.
advice_do_not_retry = Probeer het niet meer met deze kaart; gebruik een andere.
`
