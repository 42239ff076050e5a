/** German. */
export const de = `
pay = { $amount } bezahlen
subscribe = Abonnieren und { $amount } bezahlen
start_trial = Testphase starten, danach { $amount } bezahlen
save_card = Karte speichern
every_day = { $count ->
    [one] jeden Tag
   *[other] alle { $count } Tage
}
every_week = { $count ->
    [one] jede Woche
   *[other] alle { $count } Wochen
}
every_month = { $count ->
    [one] jeden Monat
   *[other] alle { $count } Monate
}
every_year = { $count ->
    [one] jedes Jahr
   *[other] alle { $count } Jahre
}
terms_today = heute fällig
terms_today_with_fee = heute fällig, davon { $fee } einmalige Einrichtungsgebühr
terms_later = Danach { $often } { $amount }, ab dem { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } Tag kostenlos
   *[other] { $days } Tage kostenlos
}, danach { $often } { $amount }, ab dem { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } Tag für { $trial }
   *[other] { $days } Tage für { $trial }
}, danach { $often } { $amount }, ab dem { $from }.
terms_ends = { $charges ->
    [one] Endet von selbst nach einer Zahlung von { $amount }.
   *[other] Endet von selbst nach { $charges } Zahlungen von je { $amount }.
}
terms_nothing_later = Danach wird nichts mehr abgebucht.
pay_to = Zahlung an { $merchant }
back = Zurück zu { $merchant }
test_mode = Testmodus
loading = Wird geladen …
attribution = Bereitgestellt mit Payloom
card_title = Kartendaten
card_number = Kartennummer
card_expiry = Gültig bis
card_expiry_shape = MM / JJ
card_security_code = Prüfziffer
card_encrypted = Ihre Kartendaten werden verschlüsselt, bevor sie dieses Gerät verlassen.
mistakes_number = Geben Sie die Nummer so ein, wie sie auf der Karte steht.
mistakes_expiry = Geben Sie Monat und Jahr ein, etwa 05\u00a0/\u00a030.
mistakes_expired = Diese Karte ist abgelaufen.
mistakes_security_code = Geben Sie die 3 oder 4 Stellen der Prüfziffer ein.
mistakes_card = Bitte prüfen Sie die Kartendaten.
mistakes_missing = Bitte füllen Sie dieses Feld aus.
mistakes_email = Geben Sie eine Adresse wie name@example.com ein.
mistakes_full_name = Geben Sie Vor- und Nachnamen ein.
mistakes_iban = Geben Sie die IBAN so ein, wie sie auf Ihrem Kontoauszug steht.
mistakes_digits = Geben Sie die { $count } Ziffern ein.
mistakes_entry = Bitte prüfen Sie diese Angabe.
card_unreachable = Die Kartenfelder laden nicht. Bitte prüfen Sie Ihre Verbindung.
details = Details
items = Positionen
total = Summe
amounts_subtotal = Zwischensumme
amounts_discount = Rabatt
amounts_shipping = Versand
amounts_tax = Steuern
amounts_duty = Zoll
challenge_title = Ihre Bank möchte die Zahlung bestätigen
challenge_text = Bitte folgen Sie den Anweisungen unten.
choose = Wie möchten Sie bezahlen?
by_card = Karte
next_step = Im nächsten Schritt schließen Sie die Zahlung mit { $method } ab.
fields_name = Name
fields_full_name = Vor- und Nachname
fields_holder = Kontoinhaber
fields_email = E-Mail-Adresse
fields_phone = Telefonnummer
fields_document = Steuer- oder Ausweisnummer
fields_bank = Ihre Bank
fields_account_number = Kontonummer
fields_routing_number = Bankleitzahl
fields_code = Code aus Ihrer Banking-App
fields_street = Straße und Hausnummer
fields_postal_code = Postleitzahl
fields_city = Ort
fields_state = Bundesland oder Provinz
fields_country = Land
optional = { $field } (optional)
select = Bitte wählen
mandates_debit = Mit der Zahlung ermächtigen Sie { $merchant }, diesen Betrag von Ihrem Konto
    einzuziehen, und weisen Ihre Bank an, die Lastschrift einzulösen.
mandates_later = Dies gilt auch für spätere Zahlungen, die Sie mit dem Händler vereinbart haben.
mandates_sepa = Sie können innerhalb von acht Wochen nach der Belastung von Ihrer Bank die
    Erstattung verlangen.
mandates_bacs = Sie sind durch die britische Direct Debit Guarantee geschützt.
leaving_title = Einen Moment
leaving_text = Sie werden zu der Seite gebracht, auf der Sie die Zahlung bestätigen.
awaited_title = Ihre Zahlung wartet auf Sie
awaited_text = Bitte bestätigen Sie sie auf der Seite, die danach fragt, oder zahlen Sie anders.
confirm_here_title = Bitte bestätigen Sie Ihre Zahlung
confirm_here_text = Bitte folgen Sie den Anweisungen auf dieser Seite, oder zahlen Sie anders.
go_on = Weiter
choose_anew = Anders bezahlen
returned_title = Sie können dieses Fenster schließen
returned_text = Das Ergebnis Ihrer Zahlung sehen Sie dort, wo Sie begonnen haben.
instructions_title = Bitte bezahlen Sie so
instructions_reference = Verwendungszweck
instructions_until = Zu zahlen bis
instructions_copy = Kopieren
instructions_copied = Kopiert
processing_title = Ihre Zahlung wird bearbeitet
processing_text = Das kann einen Moment dauern. Sie müssen nichts weiter tun.
processing_elsewhere_title = Die Zahlung läuft in einem anderen Fenster
processing_elsewhere_text = Das Ergebnis sehen Sie auch hier.
interrupted_title = Verbindung unterbrochen: Bitte zahlen Sie nicht erneut
interrupted_text = Die Zahlung kann angekommen sein. Prüfen Sie die Verbindung; das Ergebnis folgt
    hier.
succeeded_title = Zahlung erfolgreich
succeeded_text = Vielen Dank!
succeeded_elsewhere_title = Bereits bezahlt
succeeded_elsewhere_text = Die Zahlung erfolgte in einem anderen Fenster. Sie wurden einmal
    belastet.
card_saved_title = Karte gespeichert
card_saved_text = Es wurde nichts abgebucht.
subscribed_title = Ihr Abonnement hat begonnen
subscribed_text = Heute wurde nichts abgebucht.
expired_title = Diese Zahlung ist abgelaufen
expired_text = Es wurde nichts abgebucht. Bitte beginnen Sie im Shop von vorn.
canceled_title = Diese Zahlung wurde abgebrochen
canceled_text = Es wurde nichts abgebucht.
failed_title = Die Zahlung ist fehlgeschlagen
failed_text = Es wurde nichts abgebucht. Bitte beginnen Sie im Shop von vorn.
unreachable_title = Die Seite kann nicht geladen werden
unreachable_text = Bitte prüfen Sie Ihre Verbindung.
try_again = Erneut versuchen
bad_link_title = Dieser Link funktioniert nicht
bad_link_text = Er ist unvollständig oder nicht mehr gültig. Bitte beginnen Sie im Shop von vorn.
not_arrived_title = Die Zahlung wurde nicht gesendet
not_arrived_text = Die Verbindung brach ab. Es wurde nichts abgebucht; Sie können erneut bezahlen.
offline_title = Sie sind offline
offline_text = Es wurde nichts gesendet und nichts abgebucht. Bitte prüfen Sie Ihre Verbindung.
no_method_title = Derzeit ist keine Zahlungsart verfügbar
no_method_text = Bitte versuchen Sie es etwas später.
declined = Zahlung abgelehnt
declined_by = Die Zahlung mit { $method } wurde abgelehnt.
otherwise_again = Bitte versuchen Sie es erneut oder zahlen Sie anders.
otherwise_other = Bitte zahlen Sie anders.
declines_insufficient_funds = Auf dem Konto ist nicht genug Geld.
declines_card_declined = Die Bank hat die Karte abgelehnt.
declines_do_not_honor = Die Bank hat die Zahlung ohne Angabe von Gründen abgelehnt.
declines_expired_card = Die Karte ist abgelaufen.
declines_invalid_card = Die Kartendaten sind nicht gültig.
declines_incorrect_cvc = Die Prüfziffer stimmt nicht.
declines_limit_exceeded = Die Zahlung übersteigt ein Limit der Karte.
declines_authentication_required = Die Bank bittet Sie, die Zahlung zu bestätigen.
declines_authentication_failed = Die Bank konnte nicht bestätigen, dass Sie es sind.
declines_currency_not_supported = Die Karte kann in dieser Währung nicht belastet werden.
declines_issuer_unavailable = Die Bank ist im Moment nicht erreichbar.
declines_processing_error = Die Zahlung konnte nicht verarbeitet werden.
declines_no_route = Die Zahlung ist im Moment nicht möglich.
declines_method_unavailable = Diese Zahlungsart ist nicht verfügbar.
advice_retry_later = Bitte versuchen Sie es in einigen Minuten erneut.
advice_use_another_method = Bitte verwenden Sie eine andere Karte.
advice_correct_details = Bitte berichtigen Sie die Angaben und versuchen Sie es erneut.
advice_authenticate = Bitte versuchen Sie es erneut und bestätigen Sie bei Ihrer Bank.
advice_contact_issuer = Bitte fragen Sie Ihre Bank oder verwenden Sie eine andere Karte.
advice_do_not_retry = Bitte versuchen Sie es nicht mehr mit dieser, sondern mit einer anderen Karte.
`
