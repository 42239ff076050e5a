/** Swedish. */
export const sv = `
pay = Betala { $amount }
subscribe = Prenumerera och betala { $amount }
start_trial = Starta provperioden, betala sedan { $amount }
save_card = Spara kort
every_day = { $count ->
    [one] varje dag
   *[other] med { $count } dagars mellanrum
}
every_week = { $count ->
    [one] varje vecka
   *[other] med { $count } veckors mellanrum
}
every_month = { $count ->
    [one] varje månad
   *[other] med { $count } månaders mellanrum
}
every_year = { $count ->
    [one] varje år
   *[other] med { $count } års mellanrum
}
terms_today = att betala i dag
terms_today_with_fee = att betala i dag, varav { $fee } är en engångsavgift
terms_later = Därefter { $amount } { $often }, från och med { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } dag gratis
   *[other] { $days } dagar gratis
}, därefter { $amount } { $often }, från och med { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } dag för { $trial }
   *[other] { $days } dagar för { $trial }
}, därefter { $amount } { $often }, från och med { $from }.
terms_ends = { $charges ->
    [one] Upphör automatiskt efter en betalning på { $amount }.
   *[other] Upphör automatiskt efter { $charges } betalningar på { $amount } vardera.
}
terms_nothing_later = Därefter dras inget mer.
pay_to = Betalning till { $merchant }
back = Tillbaka till { $merchant }
test_mode = Testläge
loading = Läser in…
attribution = Drivs av Payloom
card_title = Kortuppgifter
card_number = Kortnummer
card_expiry = Giltigt till
card_expiry_shape = MM / ÅÅ
card_security_code = Säkerhetskod
card_encrypted = Dina kortuppgifter krypteras innan de lämnar den här enheten.
mistakes_number = Ange numret så som det står på kortet.
mistakes_expiry = Ange månad och år, till exempel 05\u00a0/\u00a030.
mistakes_expired = Kortet har gått ut.
mistakes_security_code = Ange säkerhetskodens 3 eller 4 siffror.
mistakes_card = Kontrollera kortuppgifterna.
mistakes_missing = Fyll i detta fält.
mistakes_email = Ange en adress som name@example.com.
mistakes_full_name = Ange för- och efternamn.
mistakes_iban = Ange IBAN så som det står på ditt kontoutdrag.
mistakes_digits = Ange de { $count } siffrorna.
mistakes_entry = Kontrollera den här uppgiften.
card_unreachable = Kortfälten kan inte läsas in. Kontrollera din anslutning.
details = Detaljer
items = Artiklar
total = Summa
amounts_subtotal = Delsumma
amounts_discount = Rabatt
amounts_shipping = Frakt
amounts_tax = Moms
amounts_duty = Tull
challenge_title = Din bank vill bekräfta betalningen
challenge_text = Följ anvisningarna nedan.
choose = Hur vill du betala?
by_card = Kort
next_step = Du slutför betalningen med { $method } i nästa steg.
fields_name = Namn
fields_full_name = För- och efternamn
fields_holder = Kontoinnehavare
fields_email = E-postadress
fields_phone = Telefonnummer
fields_document = Skatte- eller id-nummer
fields_bank = Din bank
fields_account_number = Kontonummer
fields_routing_number = Clearingnummer
fields_code = Kod från din bankapp
fields_street = Gata och husnummer
fields_postal_code = Postnummer
fields_city = Ort
fields_state = Delstat eller provins
fields_country = Land
optional = { $field } (valfritt)
select = Välj
mandates_debit = Genom att betala ger du { $merchant } rätt att dra detta belopp från ditt konto,
    och din bank rätt att genomföra dragningen.
mandates_later = Medgivandet gäller även senare betalningar som du har kommit överens
    om med butiken.
mandates_sepa = Du kan begära tillbaka beloppet från din bank inom åtta veckor efter dragningen.
mandates_bacs = Du skyddas av den brittiska Direct Debit Guarantee.
leaving_title = Ett ögonblick
leaving_text = Du skickas vidare till sidan där du bekräftar betalningen.
awaited_title = Din betalning väntar på dig
awaited_text = Bekräfta den på sidan som bad dig om det, eller välj ett annat betalsätt.
confirm_here_title = Bekräfta din betalning
confirm_here_text = Följ anvisningarna på den här sidan, eller välj ett annat betalsätt.
go_on = Fortsätt
choose_anew = Välj ett annat betalsätt
returned_title = Du kan stänga det här fönstret
returned_text = Resultatet av betalningen visas där du påbörjade den.
instructions_title = Så här betalar du
instructions_reference = Referens
instructions_until = Betala senast
instructions_copy = Kopiera
instructions_copied = Kopierat
processing_title = Din betalning behandlas
processing_text = Det kan ta en stund. Du behöver inte göra något.
processing_elsewhere_title = Betalning pågår i ett annat fönster
processing_elsewhere_text = Du ser resultatet även här.
interrupted_title = Anslutningen bröts: betala inte igen
interrupted_text = Betalningen kan ha kommit fram. Kontrollera anslutningen; resultatet visas här.
succeeded_title = Betalningen är genomförd
succeeded_text = Tack!
succeeded_elsewhere_title = Redan betalt
succeeded_elsewhere_text = Betalningen gjordes i ett annat fönster. Beloppet har dragits en gång.
card_saved_title = Kortet är sparat
card_saved_text = Inget har dragits.
subscribed_title = Din prenumeration har börjat
subscribed_text = Inget har dragits i dag.
expired_title = Betalningen har upphört att gälla
expired_text = Inget har dragits. Börja om i butiken.
canceled_title = Betalningen har avbrutits
canceled_text = Inget har dragits.
failed_title = Betalningen misslyckades
failed_text = Inget har dragits. Börja om i butiken.
unreachable_title = Sidan kan inte läsas in
unreachable_text = Kontrollera din anslutning.
try_again = Försök igen
bad_link_title = Länken fungerar inte
bad_link_text = Den är ofullständig eller inte längre giltig. Börja om i butiken.
not_arrived_title = Betalningen skickades inte
not_arrived_text = Anslutningen bröts. Inget har dragits och du kan betala igen.
offline_title = Du är offline
offline_text = Inget har skickats eller dragits. Kontrollera anslutningen och betala sedan igen.
no_method_title = Inget betalsätt är tillgängligt
no_method_text = Försök igen lite senare.
declined = Betalningen nekades
declined_by = Betalningen med { $method } nekades.
otherwise_again = Försök igen, eller välj ett annat betalsätt.
otherwise_other = Välj ett annat betalsätt.
declines_insufficient_funds = Det finns inte tillräckligt med pengar på kontot.
declines_card_declined = Banken nekade kortet.
declines_do_not_honor = Banken nekade betalningen utan att ange orsak.
declines_expired_card = Kortet har gått ut.
declines_invalid_card = Kortuppgifterna är inte giltiga.
declines_incorrect_cvc = Säkerhetskoden stämmer inte.
declines_limit_exceeded = Betalningen överskrider en gräns för kortet.
declines_authentication_required = Banken ber dig bekräfta betalningen.
declines_authentication_failed = Banken kunde inte bekräfta din identitet.
declines_currency_not_supported = Kortet kan inte debiteras i den här valutan.
declines_issuer_unavailable = Banken kan inte nås just nu.
declines_processing_error = Betalningen kunde inte behandlas.
declines_no_route = Betalningen kan inte tas emot just nu.
declines_method_unavailable = Betalsättet är inte tillgängligt.
advice_retry_later = Försök igen om några minuter.
advice_use_another_method = Använd ett annat kort.
advice_correct_details = Rätta uppgifterna och försök igen.
advice_authenticate = Försök igen och bekräfta betalningen hos din bank.
advice_contact_issuer = Kontakta din bank, eller använd ett annat kort.
advice_do_not_retry = Försök inte igen med det här kortet; använd ett annat.
`
