/** Polish. */
export const pl = `
pay = Zapłać { $amount }
subscribe = Subskrybuj i zapłać { $amount }
start_trial = Rozpocznij okres próbny, potem { $amount }
save_card = Zapisz kartę
every_day = { $count ->
    [one] codziennie
    [few] co { $count } dni
    [many] co { $count } dni
   *[other] co { $count } dnia
}
every_week = { $count ->
    [one] co tydzień
    [few] co { $count } tygodnie
    [many] co { $count } tygodni
   *[other] co { $count } tygodnia
}
every_month = { $count ->
    [one] co miesiąc
    [few] co { $count } miesiące
    [many] co { $count } miesięcy
   *[other] co { $count } miesiąca
}
every_year = { $count ->
    [one] co rok
    [few] co { $count } lata
    [many] co { $count } lat
   *[other] co { $count } roku
}
terms_today = do zapłaty dzisiaj
terms_today_with_fee = do zapłaty dzisiaj, w tym { $fee } jednorazowej opłaty początkowej
terms_later = Następnie { $amount } { $often }, od { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } dzień bezpłatnie
    [few] { $days } dni bezpłatnie
    [many] { $days } dni bezpłatnie
   *[other] { $days } dnia bezpłatnie
}, następnie { $amount } { $often }, od { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } dzień za { $trial }
    [few] { $days } dni za { $trial }
    [many] { $days } dni za { $trial }
   *[other] { $days } dnia za { $trial }
}, następnie { $amount } { $often }, od { $from }.
terms_ends = { $charges ->
    [one] Zakończy się automatycznie po jednej płatności w kwocie { $amount }.
    [few] Zakończy się automatycznie po { $charges } płatnościach w kwocie { $amount } każda.
    [many] Zakończy się automatycznie po { $charges } płatnościach w kwocie { $amount } każda.
   *[other] Zakończy się automatycznie po { $charges } płatności w kwocie { $amount } każda.
}
terms_nothing_later = Później nic więcej nie zostanie pobrane.
pay_to = Płatność dla { $merchant }
back = Wróć do { $merchant }
test_mode = Tryb testowy
loading = Ładowanie…
attribution = Obsługiwane przez Payloom
card_title = Dane karty
card_number = Numer karty
card_expiry = Data ważności
card_expiry_shape = MM / RR
card_security_code = Kod zabezpieczający
card_encrypted = Dane karty są szyfrowane, zanim opuszczą to urządzenie.
mistakes_number = Proszę wpisać numer tak, jak widnieje na karcie.
mistakes_expiry = Proszę wpisać miesiąc i rok, na przykład 05\u00a0/\u00a030.
mistakes_expired = Ta karta straciła ważność.
mistakes_security_code = Proszę wpisać 3 lub 4 cyfry kodu zabezpieczającego.
mistakes_card = Proszę sprawdzić dane karty.
mistakes_missing = Proszę wypełnić to pole.
mistakes_email = Proszę wpisać adres taki jak name@example.com.
mistakes_full_name = Proszę wpisać imię i nazwisko.
mistakes_iban = Proszę wpisać IBAN tak, jak widnieje na wyciągu.
mistakes_digits = Liczba cyfr do wpisania: { $count }.
mistakes_entry = Proszę sprawdzić te dane.
card_unreachable = Nie można wczytać pól karty. Proszę sprawdzić połączenie.
details = Szczegóły
items = Pozycje
total = Razem
amounts_subtotal = Suma częściowa
amounts_discount = Rabat
amounts_shipping = Dostawa
amounts_tax = Podatek
amounts_duty = Cło
challenge_title = Bank prosi o potwierdzenie płatności
challenge_text = Proszę postępować zgodnie z poniższymi wskazówkami.
choose = Jak chcą Państwo zapłacić?
by_card = Karta
next_step = Płatność metodą { $method } zostanie dokończona w następnym kroku.
fields_name = Imię i nazwisko lub nazwa
fields_full_name = Imię i nazwisko
fields_holder = Posiadacz rachunku
fields_email = Adres e-mail
fields_phone = Numer telefonu
fields_document = Numer podatkowy lub numer dokumentu
fields_bank = Bank płatnika
fields_account_number = Numer rachunku
fields_routing_number = Kod banku
fields_code = Kod z aplikacji bankowej
fields_street = Ulica i numer
fields_postal_code = Kod pocztowy
fields_city = Miejscowość
fields_state = Stan lub prowincja
fields_country = Kraj
optional = { $field } (opcjonalnie)
select = Proszę wybrać
mandates_debit = Płacąc, upoważniają Państwo { $merchant } do pobrania tej płatności z rachunku, a
    bank do wykonania polecenia zapłaty.
mandates_later = Upoważnienie obejmuje także późniejsze płatności uzgodnione ze sprzedawcą.
mandates_sepa = W ciągu ośmiu tygodni od obciążenia można zażądać od banku zwrotu.
mandates_bacs = Chroni Państwa brytyjska gwarancja Direct Debit Guarantee.
leaving_title = Chwileczkę
leaving_text = Trwa przekierowanie na stronę, na której potwierdza się płatność.
awaited_title = Płatność czeka na potwierdzenie
awaited_text = Proszę potwierdzić ją na stronie banku lub usługi albo wybrać inny sposób płatności.
confirm_here_title = Proszę potwierdzić płatność
confirm_here_text = Proszę wykonać polecenia na tej stronie albo wybrać inny sposób płatności.
go_on = Dalej
choose_anew = Wybierz inny sposób płatności
returned_title = Można zamknąć to okno
returned_text = Wynik płatności jest widoczny tam, gdzie została rozpoczęta.
instructions_title = Jak zapłacić
instructions_reference = Tytuł płatności
instructions_until = Termin płatności
instructions_copy = Kopiuj
instructions_copied = Skopiowano
processing_title = Płatność jest przetwarzana
processing_text = Może to chwilę potrwać. Nic nie trzeba robić.
processing_elsewhere_title = Płatność trwa w innym oknie
processing_elsewhere_text = Wynik pojawi się także tutaj.
interrupted_title = Połączenie przerwane: proszę nie płacić ponownie
interrupted_text = Płatność mogła dotrzeć. Proszę sprawdzić połączenie; wynik pojawi się tutaj.
succeeded_title = Płatność zakończona pomyślnie
succeeded_text = Dziękujemy!
succeeded_elsewhere_title = Już zapłacono
succeeded_elsewhere_text = Płatności dokonano w innym oknie. Kwota została pobrana tylko raz.
card_saved_title = Karta zapisana
card_saved_text = Nic nie zostało pobrane.
subscribed_title = Subskrypcja rozpoczęta
subscribed_text = Dzisiaj nic nie zostało pobrane.
expired_title = Ta płatność wygasła
expired_text = Nic nie zostało pobrane. Proszę zacząć od nowa w sklepie.
canceled_title = Ta płatność została anulowana
canceled_text = Nic nie zostało pobrane.
failed_title = Płatność nie powiodła się
failed_text = Nic nie zostało pobrane. Proszę zacząć od nowa w sklepie.
unreachable_title = Nie można wczytać strony
unreachable_text = Proszę sprawdzić połączenie.
try_again = Spróbuj ponownie
bad_link_title = Ten link nie działa
bad_link_text = Jest niepełny lub nieważny. Proszę zacząć od nowa w sklepie.
not_arrived_title = Płatność nie została wysłana
not_arrived_text = Połączenie zostało przerwane. Nic nie pobrano i można zapłacić ponownie.
offline_title = Brak połączenia z internetem
offline_text = Nic nie wysłano ani nie pobrano. Proszę sprawdzić połączenie i zapłacić ponownie.
no_method_title = Brak dostępnych metod płatności
no_method_text = Proszę spróbować nieco później.
declined = Płatność odrzucona
declined_by = Płatność metodą { $method } została odrzucona.
otherwise_again = Proszę spróbować ponownie albo wybrać inny sposób płatności.
otherwise_other = Proszę wybrać inny sposób płatności.
declines_insufficient_funds = Na koncie nie ma wystarczających środków.
declines_card_declined = Bank odrzucił kartę.
declines_do_not_honor = Bank odrzucił płatność bez podania przyczyny.
declines_expired_card = Karta straciła ważność.
declines_invalid_card = Dane karty są nieprawidłowe.
declines_incorrect_cvc = Kod zabezpieczający jest nieprawidłowy.
declines_limit_exceeded = Płatność przekracza limit karty.
declines_authentication_required = Bank prosi o potwierdzenie płatności.
declines_authentication_failed = Bank nie mógł potwierdzić tożsamości.
declines_currency_not_supported = Karty nie można obciążyć w tej walucie.
declines_issuer_unavailable = Bank jest w tej chwili nieosiągalny.
declines_processing_error = Nie udało się przetworzyć płatności.
declines_no_route = Płatność nie jest w tej chwili możliwa.
declines_method_unavailable = Ten sposób płatności jest niedostępny.
advice_retry_later = Proszę spróbować ponownie za kilka minut.
advice_use_another_method = Proszę użyć innej karty.
advice_correct_details = Proszę poprawić dane i spróbować ponownie.
advice_authenticate = Proszę spróbować ponownie i potwierdzić płatność w banku.
advice_contact_issuer = Proszę skontaktować się z bankiem albo użyć innej karty.
advice_do_not_retry = Proszę nie próbować ponownie tą kartą i użyć innej.
`
