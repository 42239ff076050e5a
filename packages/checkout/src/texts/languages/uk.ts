/** Ukrainian. */
export const uk = `
pay = Сплатити { $amount }
subscribe = Підписатися і сплатити { $amount }
start_trial = Почати пробний період, потім { $amount }
save_card = Зберегти картку
every_day = { $count ->
    [1] щодня
    [one] кожен { $count } день
    [few] кожні { $count } дні
    [many] кожні { $count } днів
   *[other] кожні { $count } дня
}
every_week = { $count ->
    [1] щотижня
    [one] кожен { $count } тиждень
    [few] кожні { $count } тижні
    [many] кожні { $count } тижнів
   *[other] кожні { $count } тижня
}
every_month = { $count ->
    [1] щомісяця
    [one] кожен { $count } місяць
    [few] кожні { $count } місяці
    [many] кожні { $count } місяців
   *[other] кожні { $count } місяця
}
every_year = { $count ->
    [1] щороку
    [one] кожен { $count } рік
    [few] кожні { $count } роки
    [many] кожні { $count } років
   *[other] кожні { $count } року
}
terms_today = до сплати сьогодні
terms_today_with_fee = до сплати сьогодні, з них { $fee } — одноразовий внесок
terms_later = Потім { $amount } { $often }, починаючи з { $from }
terms_later_after_free_trial = { $days ->
    [one] { $days } день безкоштовно
    [few] { $days } дні безкоштовно
    [many] { $days } днів безкоштовно
   *[other] { $days } дня безкоштовно
}, потім { $amount } { $often }, починаючи з { $from }
terms_later_after_paid_trial = { $days ->
    [one] { $days } день за { $trial }
    [few] { $days } дні за { $trial }
    [many] { $days } днів за { $trial }
   *[other] { $days } дня за { $trial }
}, потім { $amount } { $often }, починаючи з { $from }
terms_ends = { $charges ->
    [1] Завершиться автоматично після одного платежу на суму { $amount }.
    [one] Завершиться автоматично після { $charges } платежу по { $amount }.
    [few] Завершиться автоматично після { $charges } платежів по { $amount }.
    [many] Завершиться автоматично після { $charges } платежів по { $amount }.
   *[other] Завершиться автоматично після { $charges } платежу по { $amount }.
}
terms_nothing_later = Надалі списань не буде.
pay_to = Платіж на користь { $merchant }
back = Повернутися до { $merchant }
test_mode = Тестовий режим
loading = Завантаження…
attribution = На платформі Payloom
card_title = Дані картки
card_number = Номер картки
card_expiry = Термін дії
card_expiry_shape = ММ / РР
card_security_code = Код безпеки
card_encrypted = Дані картки шифруються перед тим, як залишити цей пристрій.
mistakes_number = Введіть номер так, як його вказано на картці.
mistakes_expiry = Введіть місяць і рік, наприклад 05\u00a0/\u00a030.
mistakes_expired = Термін дії цієї картки минув.
mistakes_security_code = Введіть 3 або 4 цифри коду безпеки.
mistakes_card = Перевірте дані картки.
mistakes_missing = Заповніть це поле.
mistakes_email = Введіть адресу на зразок name@example.com.
mistakes_full_name = Введіть ім’я та прізвище.
mistakes_iban = Введіть IBAN так, як його вказано у виписці.
mistakes_digits = Кількість цифр: { $count }.
mistakes_entry = Перевірте ці дані.
card_unreachable = Не вдається завантажити поля картки. Перевірте з’єднання.
details = Докладніше
items = Позиції
total = Разом
amounts_subtotal = Проміжний підсумок
amounts_discount = Знижка
amounts_shipping = Доставка
amounts_tax = Податок
amounts_duty = Мито
challenge_title = Ваш банк просить підтвердити платіж
challenge_text = Дотримуйтеся вказівок нижче.
choose = Як Ви бажаєте сплатити?
by_card = Картка
next_step = Платіж через { $method } Ви завершите на наступному кроці.
fields_name = Ім’я
fields_full_name = Ім’я та прізвище
fields_holder = Власник рахунку
fields_email = Електронна пошта
fields_phone = Номер телефону
fields_document = Податковий номер або номер документа
fields_bank = Банк
fields_account_number = Номер рахунку
fields_routing_number = Код банку
fields_code = Код із застосунку банку
fields_street = Вулиця та будинок
fields_postal_code = Поштовий індекс
fields_city = Місто
fields_state = Штат або область
fields_country = Країна
optional = { $field } (необов’язково)
select = Виберіть
mandates_debit = Сплачуючи, Ви дозволяєте { $merchant } списати цей платіж із Вашого рахунку, а
    своєму банку — виконати списання.
mandates_later = Дозвіл діє і для подальших платежів, про які Ви домовилися з продавцем.
mandates_sepa = Протягом восьми тижнів після списання Ви можете вимагати повернення у своєму банку.
mandates_bacs = Вас захищає британська гарантія Direct Debit Guarantee.
leaving_title = Зачекайте, будь ласка
leaving_text = Ви переходите на сторінку, де підтверджується платіж.
awaited_title = Платіж чекає на Ваше підтвердження
awaited_text = Підтвердьте його на сторінці, що надіслала запит, або виберіть інший спосіб оплати.
confirm_here_title = Підтвердьте платіж
confirm_here_text = Дотримуйтеся вказівок на цій сторінці або виберіть інший спосіб оплати.
go_on = Продовжити
choose_anew = Вибрати інший спосіб оплати
returned_title = Це вікно можна закрити
returned_text = Результат платежу видно там, де Ви його почали.
instructions_title = Як сплатити
instructions_reference = Призначення платежу
instructions_until = Сплатити до
instructions_copy = Копіювати
instructions_copied = Скопійовано
processing_title = Платіж обробляється
processing_text = Це може тривати певний час. Нічого робити не потрібно.
processing_elsewhere_title = Оплата триває в іншому вікні
processing_elsewhere_text = Результат з’явиться і тут.
interrupted_title = Зв’язок перервано: будь ласка, не платіть повторно
interrupted_text = Платіж міг надійти. Перевірте з’єднання; результат з’явиться тут.
succeeded_title = Платіж виконано
succeeded_text = Дякуємо!
succeeded_elsewhere_title = Уже сплачено
succeeded_elsewhere_text = Платіж виконано в іншому вікні. Кошти списано один раз.
card_saved_title = Картку збережено
card_saved_text = Нічого не списано.
subscribed_title = Ваша підписка почалася
subscribed_text = Сьогодні нічого не списано.
expired_title = Час на оплату минув
expired_text = Нічого не списано. Почніть знову в магазині.
canceled_title = Платіж скасовано
canceled_text = Нічого не списано.
failed_title = Платіж не виконано
failed_text = Нічого не списано. Почніть знову в магазині.
unreachable_title = Не вдається завантажити сторінку
unreachable_text = Перевірте з’єднання.
try_again = Спробувати ще раз
bad_link_title = Це посилання не працює
bad_link_text = Воно неповне або вже не дійсне. Почніть знову в магазині.
not_arrived_title = Платіж не надіслано
not_arrived_text = Зв’язок перервався. Нічого не списано, і Ви можете сплатити ще раз.
offline_title = Немає з’єднання з мережею
offline_text = Нічого не надіслано і не списано. Перевірте з’єднання та сплатіть ще раз.
no_method_title = Немає доступних способів оплати
no_method_text = Завітайте трохи пізніше.
declined = Платіж відхилено
declined_by = Платіж через { $method } відхилено.
otherwise_again = Спробуйте ще раз або виберіть інший спосіб оплати.
otherwise_other = Виберіть інший спосіб оплати.
declines_insufficient_funds = На рахунку недостатньо коштів.
declines_card_declined = Банк відхилив картку.
declines_do_not_honor = Банк відхилив платіж без зазначення причини.
declines_expired_card = Термін дії картки минув.
declines_invalid_card = Дані картки недійсні.
declines_incorrect_cvc = Неправильний код безпеки.
declines_limit_exceeded = Сума платежу перевищує ліміт картки.
declines_authentication_required = Банк просить Вас підтвердити платіж.
declines_authentication_failed = Банк не зміг підтвердити Вашу особу.
declines_currency_not_supported = З цієї картки не можна списати кошти в цій валюті.
declines_issuer_unavailable = Банк наразі недоступний.
declines_processing_error = Не вдалося обробити платіж.
declines_no_route = Наразі прийняти платіж неможливо.
declines_method_unavailable = Цей спосіб оплати недоступний.
advice_retry_later = Спробуйте ще раз за кілька хвилин.
advice_use_another_method = Скористайтеся іншою карткою.
advice_correct_details = Виправте дані та спробуйте ще раз.
advice_authenticate = Спробуйте ще раз і підтвердьте платіж у своєму банку.
advice_contact_issuer = Зверніться до свого банку або скористайтеся іншою карткою.
advice_do_not_retry = Не намагайтеся платити цією карткою знову; скористайтеся іншою.
`
