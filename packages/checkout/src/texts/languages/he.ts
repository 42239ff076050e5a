/** Hebrew. */
export const he = `
pay = תשלום { $amount }
subscribe = הרשמה למינוי ותשלום { $amount }
start_trial = התחלת תקופת ניסיון, ולאחריה תשלום { $amount }
save_card = שמירת הכרטיס
every_day = { $count ->
    [one] מדי יום
    [two] מדי יומיים
   *[other] מדי { $count } ימים
}
every_week = { $count ->
    [one] מדי שבוע
    [two] מדי שבועיים
   *[other] מדי { $count } שבועות
}
every_month = { $count ->
    [one] מדי חודש
    [two] מדי חודשיים
   *[other] מדי { $count } חודשים
}
every_year = { $count ->
    [one] מדי שנה
    [two] מדי שנתיים
   *[other] מדי { $count } שנים
}
terms_today = לתשלום היום
terms_today_with_fee = לתשלום היום, מתוכם { $fee } דמי הצטרפות חד־פעמיים
terms_later = לאחר מכן { $amount } { $often }, החל מתאריך { $from }.
terms_later_after_free_trial = { $days ->
    [one] יום אחד ללא תשלום
    [two] יומיים ללא תשלום
   *[other] { $days } ימים ללא תשלום
}, לאחר מכן { $amount } { $often }, החל מתאריך { $from }.
terms_later_after_paid_trial = { $days ->
    [one] יום אחד תמורת { $trial }
    [two] יומיים תמורת { $trial }
   *[other] { $days } ימים תמורת { $trial }
}, לאחר מכן { $amount } { $often }, החל מתאריך { $from }.
terms_ends = { $charges ->
    [one] המינוי יסתיים מאליו לאחר תשלום אחד בסך { $amount }.
    [two] המינוי יסתיים מאליו לאחר שני תשלומים בסך { $amount } כל אחד.
   *[other] המינוי יסתיים מאליו לאחר { $charges } תשלומים בסך { $amount } כל אחד.
}
terms_nothing_later = לאחר מכן לא יהיו חיובים נוספים.
pay_to = תשלום אל { $merchant }
back = חזרה אל { $merchant }
test_mode = מצב בדיקה
loading = בטעינה…
attribution = מופעל על ידי Payloom
card_title = פרטי הכרטיס
card_number = מספר הכרטיס
card_expiry = בתוקף עד
card_expiry_shape = \u200eחודש \u200e/\u200e שנה
card_security_code = קוד אבטחה
card_encrypted = פרטי הכרטיס מוצפנים לפני שהם יוצאים ממכשיר זה.
mistakes_number = יש להזין את המספר כפי שהוא מופיע על הכרטיס.
mistakes_expiry = יש להזין חודש ושנה, לדוגמה \u2066\u200e05\u00a0/\u00a030\u2069.
mistakes_expired = תוקף הכרטיס פג.
mistakes_security_code = יש להזין את 3 או 4 הספרות של קוד האבטחה.
mistakes_card = יש לבדוק את פרטי הכרטיס.
mistakes_missing = יש למלא את השדה הזה.
mistakes_email = יש להזין כתובת כגון name@example.com.
mistakes_full_name = יש להזין שם פרטי ושם משפחה.
mistakes_iban = יש להזין את ה־IBAN כפי שהוא מופיע בדף החשבון.
mistakes_digits = מספר הספרות הנדרש: { $count }.
mistakes_entry = יש לבדוק את הפרט הזה.
card_unreachable = לא ניתן לטעון את שדות הכרטיס. יש לבדוק את החיבור.
details = פרטים
items = פריטים
total = סך הכול
amounts_subtotal = סכום ביניים
amounts_discount = הנחה
amounts_shipping = משלוח
amounts_tax = מס
amounts_duty = מכס
challenge_title = הבנק שלך מבקש לאשר את התשלום
challenge_text = יש לפעול לפי ההנחיות שלהלן.
choose = כיצד ברצונך לשלם?
by_card = כרטיס
next_step = התשלום באמצעות { $method } יושלם בשלב הבא.
fields_name = שם
fields_full_name = שם פרטי ושם משפחה
fields_holder = בעל החשבון
fields_email = כתובת דוא״ל
fields_phone = מספר טלפון
fields_document = מספר מס או מספר זהות
fields_bank = בנק
fields_account_number = מספר חשבון
fields_routing_number = קוד הבנק
fields_code = קוד מאפליקציית הבנק
fields_street = רחוב ומספר
fields_postal_code = מיקוד
fields_city = עיר
fields_state = מדינה או מחוז
fields_country = ארץ
optional = { $field } (לא חובה)
select = יש לבחור
mandates_debit = עם התשלום ניתנת הרשאה לגבות את הסכום הזה מהחשבון עבור { $merchant }, ולבנק לבצע את
    החיוב.
mandates_later = ההרשאה חלה גם על תשלומים מאוחרים יותר שסוכמו עם בית העסק.
mandates_sepa = אפשר לדרוש מהבנק החזר בתוך שמונה שבועות ממועד החיוב.
mandates_bacs = החיובים מוגנים על ידי ערבות החיוב הישיר הבריטית (Direct Debit Guarantee).
leaving_title = רק רגע
leaving_text = מתבצעת העברה לדף שבו מאשרים את התשלום.
awaited_title = התשלום ממתין לאישורך
awaited_text = יש לאשר אותו בדף שביקש זאת, או לבחור אמצעי תשלום אחר.
confirm_here_title = יש לאשר את התשלום
confirm_here_text = יש לפעול לפי ההנחיות בדף זה, או לבחור אמצעי תשלום אחר.
go_on = המשך
choose_anew = בחירת אמצעי תשלום אחר
returned_title = אפשר לסגור חלון זה
returned_text = תוצאת התשלום מוצגת במקום שבו הוא התחיל.
instructions_title = כך משלמים
instructions_reference = אסמכתה
instructions_until = לתשלום עד
instructions_copy = העתקה
instructions_copied = הועתק
processing_title = התשלום בעיבוד
processing_text = הדבר עשוי להימשך רגע. אין צורך לעשות דבר.
processing_elsewhere_title = התשלום מתבצע בחלון אחר
processing_elsewhere_text = התוצאה תוצג גם כאן.
interrupted_title = החיבור נותק: נא לא לשלם שוב
interrupted_text = ייתכן שהתשלום התקבל. יש לבדוק את החיבור; התוצאה תוצג כאן.
succeeded_title = התשלום בוצע בהצלחה
succeeded_text = תודה!
succeeded_elsewhere_title = כבר שולם
succeeded_elsewhere_text = התשלום בוצע בחלון אחר. החיוב נעשה פעם אחת בלבד.
card_saved_title = הכרטיס נשמר
card_saved_text = לא בוצע חיוב.
subscribed_title = המינוי שלך התחיל
subscribed_text = לא בוצע חיוב היום.
expired_title = תוקף התשלום פג
expired_text = לא בוצע חיוב. יש להתחיל מחדש בחנות.
canceled_title = התשלום בוטל
canceled_text = לא בוצע חיוב.
failed_title = התשלום נכשל
failed_text = לא בוצע חיוב. יש להתחיל מחדש בחנות.
unreachable_title = לא ניתן לטעון את הדף
unreachable_text = יש לבדוק את החיבור.
try_again = ניסיון נוסף
bad_link_title = הקישור אינו פועל
bad_link_text = הוא אינו שלם או שאינו תקף עוד. יש להתחיל מחדש בחנות.
not_arrived_title = התשלום לא נשלח
not_arrived_text = החיבור נותק. לא בוצע חיוב, ואפשר לשלם שוב.
offline_title = אין חיבור לאינטרנט
offline_text = דבר לא נשלח ולא בוצע חיוב. יש לבדוק את החיבור ולשלם שוב.
no_method_title = אין אמצעי תשלום זמין
no_method_text = נא לנסות שוב מעט מאוחר יותר.
declined = התשלום נדחה
declined_by = התשלום באמצעות { $method } נדחה.
otherwise_again = נא לנסות שוב או לבחור אמצעי תשלום אחר.
otherwise_other = נא לבחור אמצעי תשלום אחר.
declines_insufficient_funds = אין בחשבון די כסף.
declines_card_declined = הבנק דחה את הכרטיס.
declines_do_not_honor = הבנק דחה את התשלום בלי לציין סיבה.
declines_expired_card = תוקף הכרטיס פג.
declines_invalid_card = פרטי הכרטיס אינם תקינים.
declines_incorrect_cvc = קוד האבטחה שגוי.
declines_limit_exceeded = התשלום חורג ממגבלה של הכרטיס.
declines_authentication_required = הבנק מבקש ממך לאשר את התשלום.
declines_authentication_failed = הבנק לא הצליח לאמת את זהותך.
declines_currency_not_supported = לא ניתן לחייב את הכרטיס במטבע זה.
declines_issuer_unavailable = הבנק אינו זמין כרגע.
declines_processing_error = לא ניתן היה לעבד את התשלום.
declines_no_route = לא ניתן לקבל את התשלום כרגע.
declines_method_unavailable = אמצעי תשלום זה אינו זמין.
advice_retry_later = נא לנסות שוב בעוד כמה דקות.
advice_use_another_method = נא להשתמש בכרטיס אחר.
advice_correct_details = נא לתקן את הפרטים ולנסות שוב.
advice_authenticate = נא לנסות שוב ולאשר את התשלום מול הבנק.
advice_contact_issuer = נא לפנות לבנק או להשתמש בכרטיס אחר.
advice_do_not_retry = נא לא לנסות שוב בכרטיס זה ולהשתמש בכרטיס אחר.
`
