/** Italian. */
export const it = `
pay = Paga { $amount }
subscribe = Abbonati e paga { $amount }
start_trial = Inizia la prova, poi paga { $amount }
save_card = Salva la carta
every_day = { $count ->
    [one] ogni giorno
    [many] ogni { $count } di giorni
   *[other] ogni { $count } giorni
}
every_week = { $count ->
    [one] ogni settimana
    [many] ogni { $count } di settimane
   *[other] ogni { $count } settimane
}
every_month = { $count ->
    [one] ogni mese
    [many] ogni { $count } di mesi
   *[other] ogni { $count } mesi
}
every_year = { $count ->
    [one] ogni anno
    [many] ogni { $count } di anni
   *[other] ogni { $count } anni
}
terms_today = da pagare oggi
terms_today_with_fee = da pagare oggi, di cui { $fee } di costo di attivazione una tantum
terms_later = Poi { $amount } { $often }, a partire dal giorno { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } giorno gratis
    [many] { $days } di giorni gratis
   *[other] { $days } giorni gratis
}, poi { $amount } { $often }, a partire dal giorno { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } giorno a { $trial }
    [many] { $days } di giorni a { $trial }
   *[other] { $days } giorni a { $trial }
}, poi { $amount } { $often }, a partire dal giorno { $from }.
terms_ends = { $charges ->
    [one] Termina automaticamente dopo un pagamento di { $amount }.
    [many] Termina automaticamente dopo { $charges } di pagamenti di { $amount } ciascuno.
   *[other] Termina automaticamente dopo { $charges } pagamenti di { $amount } ciascuno.
}
terms_nothing_later = In seguito non verrà addebitato altro.
pay_to = Pagamento a { $merchant }
back = Torna a { $merchant }
test_mode = Modalità di prova
loading = Caricamento…
attribution = Tecnologia di Payloom
card_title = Dati della carta
card_number = Numero della carta
card_expiry = Data di scadenza
card_expiry_shape = MM / AA
card_security_code = Codice di sicurezza
card_encrypted = I dati della carta vengono cifrati prima di lasciare questo dispositivo.
mistakes_number = Inserisca il numero così come appare sulla carta.
mistakes_expiry = Inserisca mese e anno, ad esempio 05\u00a0/\u00a030.
mistakes_expired = Questa carta è scaduta.
mistakes_security_code = Inserisca le 3 o 4 cifre del codice di sicurezza.
mistakes_card = Verifichi i dati della carta.
mistakes_missing = Compili questo campo.
mistakes_email = Inserisca un indirizzo come name@example.com.
mistakes_full_name = Inserisca nome e cognome.
mistakes_iban = Inserisca l’IBAN così come appare sull’estratto conto.
mistakes_digits = Inserisca le { $count } cifre.
mistakes_entry = Verifichi questo dato.
card_unreachable = Impossibile caricare i campi della carta. Verifichi la connessione.
details = Dettagli
items = Articoli
total = Totale
amounts_subtotal = Subtotale
amounts_discount = Sconto
amounts_shipping = Spedizione
amounts_tax = Imposte
amounts_duty = Dazi doganali
challenge_title = La Sua banca chiede di confermare il pagamento
challenge_text = Segua le istruzioni riportate di seguito.
choose = Come desidera pagare?
by_card = Carta
next_step = Completerà il pagamento con { $method } nel passaggio successivo.
fields_name = Nome
fields_full_name = Nome e cognome
fields_holder = Intestatario del conto
fields_email = Indirizzo e-mail
fields_phone = Numero di telefono
fields_document = Codice fiscale o numero di documento
fields_bank = Banca
fields_account_number = Numero di conto
fields_routing_number = Codice della banca
fields_code = Codice dell’app della Sua banca
fields_street = Via e numero civico
fields_postal_code = Codice postale
fields_city = Città
fields_state = Stato o provincia
fields_country = Paese
optional = { $field } (facoltativo)
select = Scelga un’opzione
mandates_debit = Pagando, autorizza { $merchant } ad addebitare questo pagamento sul Suo conto e la
    Sua banca a eseguire l’addebito.
mandates_later = L’autorizzazione vale anche per i pagamenti successivi concordati con l’esercente.
mandates_sepa = Può chiedere alla Sua banca il rimborso entro otto settimane dall’addebito.
mandates_bacs = Si applica la garanzia britannica Direct Debit Guarantee.
leaving_title = Un momento
leaving_text = La stiamo portando alla pagina in cui confermare il pagamento.
awaited_title = Il pagamento attende la Sua conferma
awaited_text = Lo confermi nella pagina che lo ha richiesto oppure scelga un altro modo di pagare.
confirm_here_title = Confermi il pagamento
confirm_here_text = Segua le istruzioni in questa pagina oppure scelga un altro modo di pagare.
go_on = Continua
choose_anew = Scegli un altro modo di pagare
returned_title = Può chiudere questa finestra
returned_text = L’esito del pagamento è visibile dove lo ha iniziato.
instructions_title = Come pagare
instructions_reference = Causale
instructions_until = Da pagare entro
instructions_copy = Copia
instructions_copied = Copiato
processing_title = Il pagamento è in elaborazione
processing_text = Può richiedere qualche istante. Non deve fare nulla.
processing_elsewhere_title = Pagamento in corso in un’altra finestra
processing_elsewhere_text = L’esito sarà visibile anche qui.
interrupted_title = Connessione interrotta: non paghi di nuovo
interrupted_text = Il pagamento potrebbe essere arrivato. Verifichi la connessione: l’esito
    apparirà qui.
succeeded_title = Pagamento riuscito
succeeded_text = Grazie!
succeeded_elsewhere_title = Già pagato
succeeded_elsewhere_text = Il pagamento è avvenuto in un’altra finestra. L’addebito è stato uno
    solo.
card_saved_title = Carta salvata
card_saved_text = Non è stato addebitato nulla.
subscribed_title = Il Suo abbonamento è iniziato
subscribed_text = Oggi non è stato addebitato nulla.
expired_title = Questo pagamento è scaduto
expired_text = Non è stato addebitato nulla. Ricominci dal negozio.
canceled_title = Questo pagamento è stato annullato
canceled_text = Non è stato addebitato nulla.
failed_title = Il pagamento non è riuscito
failed_text = Non è stato addebitato nulla. Ricominci dal negozio.
unreachable_title = Impossibile caricare la pagina
unreachable_text = Verifichi la connessione.
try_again = Riprova
bad_link_title = Questo link non funziona
bad_link_text = È incompleto o non più valido. Ricominci dal negozio.
not_arrived_title = Il pagamento non è stato inviato
not_arrived_text = La connessione si è interrotta. Nulla è stato addebitato e può pagare di nuovo.
offline_title = Non è in linea
offline_text = Nulla è stato inviato né addebitato. Verifichi la connessione, poi paghi di nuovo.
no_method_title = Nessun metodo di pagamento disponibile
no_method_text = Riprovi un po’ più tardi.
declined = Pagamento rifiutato
declined_by = Il pagamento con { $method } è stato rifiutato.
otherwise_again = Riprovi oppure scelga un altro modo di pagare.
otherwise_other = Scelga un altro modo di pagare.
declines_insufficient_funds = Il saldo del conto non è sufficiente.
declines_card_declined = La banca ha rifiutato la carta.
declines_do_not_honor = La banca ha rifiutato il pagamento senza indicarne il motivo.
declines_expired_card = La carta è scaduta.
declines_invalid_card = I dati della carta non sono validi.
declines_incorrect_cvc = Il codice di sicurezza non è corretto.
declines_limit_exceeded = Il pagamento supera un limite della carta.
declines_authentication_required = La banca Le chiede di confermare il pagamento.
declines_authentication_failed = La banca non ha potuto verificare la Sua identità.
declines_currency_not_supported = La carta non può essere addebitata in questa valuta.
declines_issuer_unavailable = La banca non è raggiungibile al momento.
declines_processing_error = Non è stato possibile elaborare il pagamento.
declines_no_route = Al momento il pagamento non è possibile.
declines_method_unavailable = Questo modo di pagare non è disponibile.
advice_retry_later = Riprovi tra qualche minuto.
advice_use_another_method = Utilizzi un’altra carta.
advice_correct_details = Corregga i dati e riprovi.
advice_authenticate = Riprovi e confermi il pagamento presso la Sua banca.
advice_contact_issuer = Si rivolga alla Sua banca o utilizzi un’altra carta.
advice_do_not_retry = Non riprovi con questa carta; ne utilizzi un’altra.
`
