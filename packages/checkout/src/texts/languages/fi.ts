/** Finnish. */
export const fi = `
pay = Maksa { $amount }
subscribe = Tilaa ja maksa { $amount }
start_trial = Aloita kokeilujakso, sen jälkeen { $amount }
save_card = Tallenna kortti
every_day = { $count ->
    [one] joka päivä
   *[other] { $count } päivän välein
}
every_week = { $count ->
    [one] joka viikko
   *[other] { $count } viikon välein
}
every_month = { $count ->
    [one] joka kuukausi
   *[other] { $count } kuukauden välein
}
every_year = { $count ->
    [one] joka vuosi
   *[other] { $count } vuoden välein
}
terms_today = maksettava tänään
terms_today_with_fee = maksettava tänään, sisältää kertaluonteisen aloitusmaksun { $fee }
terms_later = Sen jälkeen { $amount } { $often }, { $from } alkaen.
terms_later_after_free_trial = { $days ->
    [one] { $days } päivä maksutta
   *[other] { $days } päivää maksutta
}, sen jälkeen { $amount } { $often }, { $from } alkaen.
terms_later_after_paid_trial = { $days ->
    [one] { $days } päivä hintaan { $trial }
   *[other] { $days } päivää hintaan { $trial }
}, sen jälkeen { $amount } { $often }, { $from } alkaen.
terms_ends = { $charges ->
    [one] Päättyy itsestään yhden maksun jälkeen. Maksun määrä on { $amount }.
   *[other] Päättyy itsestään { $charges } maksun jälkeen. Kunkin maksun määrä on { $amount }.
}
terms_nothing_later = Sen jälkeen ei veloiteta enempää.
pay_to = Maksun saaja: { $merchant }
back = Takaisin: { $merchant }
test_mode = Testitila
loading = Ladataan…
attribution = Palvelun tarjoaa Payloom
card_title = Kortin tiedot
card_number = Kortin numero
card_expiry = Voimassa
card_expiry_shape = KK / VV
card_security_code = Turvakoodi
card_encrypted = Kortin tiedot salataan ennen kuin ne lähtevät tältä laitteelta.
mistakes_number = Kirjoittakaa numero niin kuin se on kortissa.
mistakes_expiry = Kirjoittakaa kuukausi ja vuosi, esimerkiksi 05\u00a0/\u00a030.
mistakes_expired = Kortin voimassaolo on päättynyt.
mistakes_security_code = Kirjoittakaa turvakoodin 3 tai 4 numeroa.
mistakes_card = Tarkistakaa kortin tiedot.
mistakes_missing = Täyttäkää tämä kenttä.
mistakes_email = Kirjoittakaa osoite muodossa name@example.com.
mistakes_full_name = Kirjoittakaa etu- ja sukunimi.
mistakes_iban = Kirjoittakaa IBAN niin kuin se on tiliotteessa.
mistakes_digits = Kirjoittakaa { $count } numeroa.
mistakes_entry = Tarkistakaa tämä tieto.
card_unreachable = Korttikenttiä ei voi ladata. Tarkistakaa verkkoyhteys.
details = Tiedot
items = Tuotteet
total = Yhteensä
amounts_subtotal = Välisumma
amounts_discount = Alennus
amounts_shipping = Toimitus
amounts_tax = Verot
amounts_duty = Tulli
challenge_title = Pankkinne pyytää vahvistamaan maksun
challenge_text = Noudattakaa alla olevia ohjeita.
choose = Miten haluatte maksaa?
by_card = Kortti
next_step = Maksu viimeistellään seuraavassa vaiheessa. Maksutapa: { $method }.
fields_name = Nimi
fields_full_name = Etu- ja sukunimi
fields_holder = Tilinomistaja
fields_email = Sähköpostiosoite
fields_phone = Puhelinnumero
fields_document = Vero- tai henkilötunnus
fields_bank = Pankki
fields_account_number = Tilinumero
fields_routing_number = Pankin tunnus
fields_code = Pankkisovelluksen koodi
fields_street = Katuosoite
fields_postal_code = Postinumero
fields_city = Paikkakunta
fields_state = Osavaltio tai maakunta
fields_country = Maa
optional = { $field } (vapaaehtoinen)
select = Valitkaa
mandates_debit = Maksamalla valtuutatte veloittamaan tämän maksun tililtänne ja pankkinne
    toteuttamaan veloituksen. Veloittaja: { $merchant }.
mandates_later = Valtuutus koskee myös myöhempiä maksuja, joista olette sopineet myyjän kanssa.
mandates_sepa = Voitte vaatia pankiltanne palautusta kahdeksan viikon kuluessa veloituksesta.
mandates_bacs = Teitä suojaa brittiläinen Direct Debit Guarantee.
leaving_title = Hetkinen
leaving_text = Teidät ohjataan sivulle, jolla maksu vahvistetaan.
awaited_title = Maksu odottaa vahvistustanne
awaited_text = Vahvistakaa maksu sitä pyytäneellä sivulla tai valitkaa toinen maksutapa.
confirm_here_title = Vahvistakaa maksu
confirm_here_text = Noudattakaa tämän sivun ohjeita tai valitkaa toinen maksutapa.
go_on = Jatka
choose_anew = Valitse toinen maksutapa
returned_title = Voitte sulkea tämän ikkunan
returned_text = Maksun tulos näkyy siellä, missä aloititte maksun.
instructions_title = Näin maksatte
instructions_reference = Viite
instructions_until = Eräpäivä
instructions_copy = Kopioi
instructions_copied = Kopioitu
processing_title = Maksua käsitellään
processing_text = Tämä voi kestää hetken. Teidän ei tarvitse tehdä mitään.
processing_elsewhere_title = Maksu on kesken toisessa ikkunassa
processing_elsewhere_text = Tulos näkyy myös täällä.
interrupted_title = Yhteys katkesi: älkää maksako uudelleen
interrupted_text = Maksu on voinut mennä perille. Tarkistakaa yhteys; tulos näkyy täällä.
succeeded_title = Maksu onnistui
succeeded_text = Kiitos!
succeeded_elsewhere_title = Jo maksettu
succeeded_elsewhere_text = Maksu tehtiin toisessa ikkunassa. Teitä on veloitettu kerran.
card_saved_title = Kortti tallennettu
card_saved_text = Mitään ei veloitettu.
subscribed_title = Tilauksenne on alkanut
subscribed_text = Tänään ei veloitettu mitään.
expired_title = Maksu on vanhentunut
expired_text = Mitään ei veloitettu. Aloittakaa kaupassa uudelleen.
canceled_title = Maksu on peruutettu
canceled_text = Mitään ei veloitettu.
failed_title = Maksu epäonnistui
failed_text = Mitään ei veloitettu. Aloittakaa kaupassa uudelleen.
unreachable_title = Sivua ei voi ladata
unreachable_text = Tarkistakaa verkkoyhteys.
try_again = Yritä uudelleen
bad_link_title = Linkki ei toimi
bad_link_text = Se on puutteellinen tai vanhentunut. Aloittakaa kaupassa uudelleen.
not_arrived_title = Maksua ei lähetetty
not_arrived_text = Yhteys katkesi. Mitään ei veloitettu, ja voitte maksaa uudelleen.
offline_title = Verkkoyhteyttä ei ole
offline_text = Mitään ei lähetetty eikä veloitettu. Tarkistakaa yhteys ja maksakaa uudelleen.
no_method_title = Yhtään maksutapaa ei ole käytettävissä
no_method_text = Yrittäkää hieman myöhemmin uudelleen.
declined = Maksu hylättiin
declined_by = Maksu hylättiin. Maksutapa: { $method }.
otherwise_again = Yrittäkää uudelleen tai valitkaa toinen maksutapa.
otherwise_other = Valitkaa toinen maksutapa.
declines_insufficient_funds = Tilillä ei ole riittävästi katetta.
declines_card_declined = Pankki hylkäsi kortin.
declines_do_not_honor = Pankki hylkäsi maksun ilmoittamatta syytä.
declines_expired_card = Kortin voimassaolo on päättynyt.
declines_invalid_card = Kortin tiedot eivät kelpaa.
declines_incorrect_cvc = Turvakoodi on virheellinen.
declines_limit_exceeded = Maksu ylittää kortin rajan.
declines_authentication_required = Pankki pyytää teitä vahvistamaan maksun.
declines_authentication_failed = Pankki ei voinut varmistaa henkilöllisyyttänne.
declines_currency_not_supported = Korttia ei voi veloittaa tässä valuutassa.
declines_issuer_unavailable = Pankkiin ei juuri nyt saada yhteyttä.
declines_processing_error = Maksua ei voitu käsitellä.
declines_no_route = Maksu ei ole juuri nyt mahdollinen.
declines_method_unavailable = Tämä maksutapa ei ole käytettävissä.
advice_retry_later = Yrittäkää uudelleen muutaman minuutin kuluttua.
advice_use_another_method = Käyttäkää toista korttia.
advice_correct_details = Korjatkaa tiedot ja yrittäkää uudelleen.
advice_authenticate = Yrittäkää uudelleen ja vahvistakaa maksu pankissanne.
advice_contact_issuer = Ottakaa yhteyttä pankkiinne tai käyttäkää toista korttia.
advice_do_not_retry = Älkää yrittäkö enää tällä kortilla; käyttäkää toista.
`
