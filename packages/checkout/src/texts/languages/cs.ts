/** Czech. */
export const cs = `
pay = Zaplatit { $amount }
subscribe = Předplatit a zaplatit { $amount }
start_trial = Začít zkušební dobu, poté platit { $amount }
save_card = Uložit kartu
every_day = { $count ->
    [one] každý den
    [few] každé { $count } dny
    [many] každého { $count } dne
   *[other] každých { $count } dní
}
every_week = { $count ->
    [one] každý týden
    [few] každé { $count } týdny
    [many] každého { $count } týdne
   *[other] každých { $count } týdnů
}
every_month = { $count ->
    [one] každý měsíc
    [few] každé { $count } měsíce
    [many] každého { $count } měsíce
   *[other] každých { $count } měsíců
}
every_year = { $count ->
    [one] každý rok
    [few] každé { $count } roky
    [many] každého { $count } roku
   *[other] každých { $count } let
}
terms_today = k úhradě dnes
terms_today_with_fee = k úhradě dnes, z toho { $fee } jednorázový vstupní poplatek
terms_later = Poté { $amount } { $often }, od { $from }.
terms_later_after_free_trial = { $days ->
    [one] { $days } den zdarma
    [few] { $days } dny zdarma
    [many] { $days } dne zdarma
   *[other] { $days } dní zdarma
}, poté { $amount } { $often }, od { $from }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } den za { $trial }
    [few] { $days } dny za { $trial }
    [many] { $days } dne za { $trial }
   *[other] { $days } dní za { $trial }
}, poté { $amount } { $often }, od { $from }.
terms_ends = { $charges ->
    [one] Skončí automaticky po jedné platbě { $amount }.
    [few] Skončí automaticky po { $charges } platbách, každá { $amount }.
    [many] Skončí automaticky po { $charges } platby, každá { $amount }.
   *[other] Skončí automaticky po { $charges } platbách, každá { $amount }.
}
terms_nothing_later = Poté už se nic nestrhne.
pay_to = Platba pro { $merchant }
back = Zpět na { $merchant }
test_mode = Testovací režim
loading = Načítání…
attribution = Provozuje Payloom
card_title = Údaje o kartě
card_number = Číslo karty
card_expiry = Platnost do
card_expiry_shape = MM / RR
card_security_code = Bezpečnostní kód
card_encrypted = Údaje o kartě se zašifrují dříve, než opustí toto zařízení.
mistakes_number = Zadejte číslo tak, jak je uvedeno na kartě.
mistakes_expiry = Zadejte měsíc a rok, například 05\u00a0/\u00a030.
mistakes_expired = Platnost této karty skončila.
mistakes_security_code = Zadejte 3 nebo 4 číslice bezpečnostního kódu.
mistakes_card = Zkontrolujte prosím údaje o kartě.
mistakes_missing = Vyplňte prosím toto pole.
mistakes_email = Zadejte adresu, například name@example.com.
mistakes_full_name = Zadejte jméno a příjmení.
mistakes_iban = Zadejte IBAN tak, jak je uveden na výpisu z účtu.
mistakes_digits = Počet číslic k zadání: { $count }.
mistakes_entry = Zkontrolujte prosím tento údaj.
card_unreachable = Pole pro kartu nelze načíst. Zkontrolujte prosím připojení.
details = Podrobnosti
items = Položky
total = Celkem
amounts_subtotal = Mezisoučet
amounts_discount = Sleva
amounts_shipping = Doprava
amounts_tax = Daň
amounts_duty = Clo
challenge_title = Vaše banka žádá o potvrzení platby
challenge_text = Postupujte prosím podle pokynů níže.
choose = Jak chcete zaplatit?
by_card = Karta
next_step = Platbu přes { $method } dokončíte v dalším kroku.
fields_name = Jméno
fields_full_name = Jméno a příjmení
fields_holder = Majitel účtu
fields_email = E-mailová adresa
fields_phone = Telefonní číslo
fields_document = Daňové číslo nebo číslo dokladu
fields_bank = Banka
fields_account_number = Číslo účtu
fields_routing_number = Kód banky
fields_code = Kód z bankovní aplikace
fields_street = Ulice a číslo
fields_postal_code = PSČ
fields_city = Město
fields_state = Stát nebo provincie
fields_country = Země
optional = { $field } (nepovinné)
select = Vyberte prosím
mandates_debit = Zaplacením zmocňujete obchodníka { $merchant } k inkasu této platby z Vašeho účtu a
    svou banku k jejímu provedení.
mandates_later = Zmocnění platí i pro pozdější platby dohodnuté s obchodníkem.
mandates_sepa = Do osmi týdnů od inkasa můžete u své banky požádat o vrácení částky.
mandates_bacs = Chrání vás britská záruka Direct Debit Guarantee.
leaving_title = Okamžik prosím
leaving_text = Přesměrováváme vás na stránku, kde platbu potvrdíte.
awaited_title = Platba čeká na vaše potvrzení
awaited_text = Potvrďte ji prosím na stránce, která vás o to požádala, nebo zvolte jiný způsob
    platby.
confirm_here_title = Potvrďte prosím platbu
confirm_here_text = Postupujte podle pokynů na této stránce, nebo zvolte jiný způsob platby.
go_on = Pokračovat
choose_anew = Zvolit jiný způsob platby
returned_title = Toto okno můžete zavřít
returned_text = Výsledek platby uvidíte tam, kde jste ji začali.
instructions_title = Jak zaplatit
instructions_reference = Reference platby
instructions_until = Uhradit do
instructions_copy = Kopírovat
instructions_copied = Zkopírováno
processing_title = Vaše platba se zpracovává
processing_text = Může to chvíli trvat. Nemusíte nic dělat.
processing_elsewhere_title = Platba probíhá v jiném okně
processing_elsewhere_text = Výsledek uvidíte i zde.
interrupted_title = Spojení přerušeno: neplaťte prosím znovu
interrupted_text = Platba mohla dorazit. Zkontrolujte připojení; výsledek se zobrazí zde.
succeeded_title = Platba proběhla úspěšně
succeeded_text = Děkujeme!
succeeded_elsewhere_title = Již zaplaceno
succeeded_elsewhere_text = Platba proběhla v jiném okně. Částka byla stržena jen jednou.
card_saved_title = Karta uložena
card_saved_text = Nic nebylo strženo.
subscribed_title = Vaše předplatné začalo
subscribed_text = Dnes nebylo nic strženo.
expired_title = Platnost této platby vypršela
expired_text = Nic nebylo strženo. Začněte prosím znovu v obchodě.
canceled_title = Tato platba byla zrušena
canceled_text = Nic nebylo strženo.
failed_title = Platba se nezdařila
failed_text = Nic nebylo strženo. Začněte prosím znovu v obchodě.
unreachable_title = Stránku nelze načíst
unreachable_text = Zkontrolujte prosím připojení.
try_again = Zkusit znovu
bad_link_title = Tento odkaz nefunguje
bad_link_text = Je neúplný nebo již neplatí. Začněte prosím znovu v obchodě.
not_arrived_title = Platba nebyla odeslána
not_arrived_text = Spojení se přerušilo. Nic nebylo strženo a můžete zaplatit znovu.
offline_title = Jste offline
offline_text = Nic nebylo odesláno ani strženo. Zkontrolujte připojení a zaplaťte znovu.
no_method_title = Není k dispozici žádný způsob platby
no_method_text = Zkuste to prosím o něco později.
declined = Platba zamítnuta
declined_by = Platba přes { $method } byla zamítnuta.
otherwise_again = Zkuste to prosím znovu, nebo zvolte jiný způsob platby.
otherwise_other = Zvolte prosím jiný způsob platby.
declines_insufficient_funds = Na účtu není dostatek prostředků.
declines_card_declined = Banka kartu zamítla.
declines_do_not_honor = Banka platbu zamítla bez udání důvodu.
declines_expired_card = Platnost karty skončila.
declines_invalid_card = Údaje o kartě nejsou platné.
declines_incorrect_cvc = Bezpečnostní kód není správný.
declines_limit_exceeded = Platba překračuje limit karty.
declines_authentication_required = Banka vás žádá o potvrzení platby.
declines_authentication_failed = Banka nemohla ověřit vaši totožnost.
declines_currency_not_supported = Kartou nelze platit v této měně.
declines_issuer_unavailable = Banka není v tuto chvíli dostupná.
declines_processing_error = Platbu se nepodařilo zpracovat.
declines_no_route = Platba není v tuto chvíli možná.
declines_method_unavailable = Tento způsob platby není k dispozici.
advice_retry_later = Zkuste to prosím znovu za několik minut.
advice_use_another_method = Použijte prosím jinou kartu.
advice_correct_details = Opravte prosím údaje a zkuste to znovu.
advice_authenticate = Zkuste to prosím znovu a potvrďte platbu u své banky.
advice_contact_issuer = Obraťte se prosím na svou banku, nebo použijte jinou kartu.
advice_do_not_retry = Tuto kartu už prosím nezkoušejte a použijte jinou.
`
