/** Turkish. */
export const tr = `
pay = { $amount } öde
subscribe = Abone ol ve { $amount } öde
start_trial = Denemeyi başlat, sonra { $amount } öde
save_card = Kartı kaydet
every_day = { $count ->
    [one] her gün
   *[other] { $count } günde bir
}
every_week = { $count ->
    [one] her hafta
   *[other] { $count } haftada bir
}
every_month = { $count ->
    [one] her ay
   *[other] { $count } ayda bir
}
every_year = { $count ->
    [one] her yıl
   *[other] { $count } yılda bir
}
terms_today = bugün ödenecek
terms_today_with_fee = bugün ödenecek, bunun { $fee } tutarı tek seferlik başlangıç ücretidir
terms_later = Ardından { $from } tarihinden itibaren { $often } { $amount }.
terms_later_after_free_trial = { $days ->
    [one] { $days } gün ücretsiz
   *[other] { $days } gün ücretsiz
}, ardından { $from } tarihinden itibaren { $often } { $amount }.
terms_later_after_paid_trial = { $days ->
    [one] { $days } gün { $trial }
   *[other] { $days } gün { $trial }
}, ardından { $from } tarihinden itibaren { $often } { $amount }.
terms_ends = { $charges ->
    [one] { $amount } tutarında bir ödemeden sonra kendiliğinden sona erer.
   *[other] Her biri { $amount } olan { $charges } ödemeden sonra kendiliğinden sona erer.
}
terms_nothing_later = Sonrasında başka ücret alınmaz.
pay_to = Ödeme: { $merchant }
back = Geri dön: { $merchant }
test_mode = Test modu
loading = Yükleniyor…
attribution = Altyapı: Payloom
card_title = Kart bilgileri
card_number = Kart numarası
card_expiry = Son kullanma tarihi
card_expiry_shape = AA / YY
card_security_code = Güvenlik kodu
card_encrypted = Kart bilgileriniz bu cihazdan çıkmadan önce şifrelenir.
mistakes_number = Numarayı kartta yazdığı gibi girin.
mistakes_expiry = Ay ve yılı girin, örneğin 05\u00a0/\u00a030.
mistakes_expired = Bu kartın süresi dolmuş.
mistakes_security_code = Güvenlik kodunun 3 veya 4 hanesini girin.
mistakes_card = Lütfen kart bilgilerini kontrol edin.
mistakes_missing = Lütfen bu alanı doldurun.
mistakes_email = name@example.com gibi bir adres girin.
mistakes_full_name = Ad ve soyad girin.
mistakes_iban = IBAN’ı hesap özetinizde yazdığı gibi girin.
mistakes_digits = { $count } rakamı girin.
mistakes_entry = Lütfen bu bilgiyi kontrol edin.
card_unreachable = Kart alanları yüklenemiyor. Lütfen bağlantınızı kontrol edin.
details = Ayrıntılar
items = Kalemler
total = Toplam
amounts_subtotal = Ara toplam
amounts_discount = İndirim
amounts_shipping = Kargo
amounts_tax = Vergi
amounts_duty = Gümrük vergisi
challenge_title = Bankanız ödemeyi onaylamanızı istiyor
challenge_text = Lütfen aşağıdaki yönergeleri izleyin.
choose = Nasıl ödemek istersiniz?
by_card = Kart
next_step = { $method } ile ödemeyi bir sonraki adımda tamamlarsınız.
fields_name = Ad
fields_full_name = Ad ve soyad
fields_holder = Hesap sahibi
fields_email = E-posta adresi
fields_phone = Telefon numarası
fields_document = Vergi veya kimlik numarası
fields_bank = Banka
fields_account_number = Hesap numarası
fields_routing_number = Banka kodu
fields_code = Banka uygulamanızdaki kod
fields_street = Sokak ve numara
fields_postal_code = Posta kodu
fields_city = Şehir
fields_state = Eyalet veya il
fields_country = Ülke
optional = { $field } (isteğe bağlı)
select = Lütfen seçin
mandates_debit = Ödeme yaparak { $merchant } şirketine bu ödemeyi hesabınızdan tahsil etme,
    bankanıza da bunu yerine getirme yetkisi verirsiniz.
mandates_later = Bu yetki, satıcıyla kararlaştırdığınız sonraki ödemeler için de geçerlidir.
mandates_sepa = Tahsilattan sonraki sekiz hafta içinde bankanızdan iade isteyebilirsiniz.
mandates_bacs = Birleşik Krallık’taki Direct Debit Guarantee sizi korur.
leaving_title = Bir saniye
leaving_text = Ödemeyi onaylayacağınız sayfaya yönlendiriliyorsunuz.
awaited_title = Ödemeniz sizi bekliyor
awaited_text = Lütfen onayı isteyen sayfada onaylayın veya başka bir ödeme yolu seçin.
confirm_here_title = Lütfen ödemenizi onaylayın
confirm_here_text = Bu sayfadaki yönergeleri izleyin veya başka bir ödeme yolu seçin.
go_on = Devam et
choose_anew = Başka bir ödeme yolu seç
returned_title = Bu pencereyi kapatabilirsiniz
returned_text = Ödemenizin sonucu, başlattığınız yerde gösterilir.
instructions_title = Nasıl ödenir
instructions_reference = Referans
instructions_until = Son ödeme
instructions_copy = Kopyala
instructions_copied = Kopyalandı
processing_title = Ödemeniz işleniyor
processing_text = Bu biraz sürebilir. Bir şey yapmanız gerekmez.
processing_elsewhere_title = Ödeme başka bir pencerede sürüyor
processing_elsewhere_text = Sonucu burada da göreceksiniz.
interrupted_title = Bağlantı kesildi: lütfen yeniden ödemeyin
interrupted_text = Ödeme ulaşmış olabilir. Bağlantınızı kontrol edin; sonuç burada gösterilecek.
succeeded_title = Ödeme başarılı
succeeded_text = Teşekkür ederiz!
succeeded_elsewhere_title = Zaten ödendi
succeeded_elsewhere_text = Ödeme başka bir pencerede yapıldı. Sizden bir kez tahsil edildi.
card_saved_title = Kart kaydedildi
card_saved_text = Hiçbir ücret alınmadı.
subscribed_title = Aboneliğiniz başladı
subscribed_text = Bugün hiçbir ücret alınmadı.
expired_title = Bu ödemenin süresi doldu
expired_text = Hiçbir ücret alınmadı. Lütfen mağazadan yeniden başlayın.
canceled_title = Bu ödeme iptal edildi
canceled_text = Hiçbir ücret alınmadı.
failed_title = Ödeme başarısız oldu
failed_text = Hiçbir ücret alınmadı. Lütfen mağazadan yeniden başlayın.
unreachable_title = Sayfa yüklenemiyor
unreachable_text = Lütfen bağlantınızı kontrol edin.
try_again = Yeniden dene
bad_link_title = Bu bağlantı çalışmıyor
bad_link_text = Eksik ya da artık geçerli değil. Lütfen mağazadan yeniden başlayın.
not_arrived_title = Ödeme gönderilmedi
not_arrived_text = Bağlantı koptu. Hiçbir ücret alınmadı; yeniden ödeyebilirsiniz.
offline_title = Çevrimdışısınız
offline_text = Hiçbir şey gönderilmedi ve ücret alınmadı. Bağlantınızı kontrol edip yeniden ödeyin.
no_method_title = Kullanılabilir ödeme yöntemi yok
no_method_text = Lütfen biraz sonra yeniden deneyin.
declined = Ödeme reddedildi
declined_by = { $method } ile yapılan ödeme reddedildi.
otherwise_again = Lütfen yeniden deneyin veya başka bir ödeme yolu seçin.
otherwise_other = Lütfen başka bir ödeme yolu seçin.
declines_insufficient_funds = Hesapta yeterli bakiye yok.
declines_card_declined = Banka kartı reddetti.
declines_do_not_honor = Banka ödemeyi neden belirtmeden reddetti.
declines_expired_card = Kartın süresi dolmuş.
declines_invalid_card = Kart bilgileri geçerli değil.
declines_incorrect_cvc = Güvenlik kodu doğru değil.
declines_limit_exceeded = Ödeme, kartın bir limitini aşıyor.
declines_authentication_required = Banka ödemeyi onaylamanızı istiyor.
declines_authentication_failed = Banka kimliğinizi doğrulayamadı.
declines_currency_not_supported = Karttan bu para biriminde tahsilat yapılamıyor.
declines_issuer_unavailable = Bankaya şu anda ulaşılamıyor.
declines_processing_error = Ödeme işlenemedi.
declines_no_route = Ödeme şu anda alınamıyor.
declines_method_unavailable = Bu ödeme yolu kullanılamıyor.
advice_retry_later = Lütfen birkaç dakika sonra yeniden deneyin.
advice_use_another_method = Lütfen başka bir kart kullanın.
advice_correct_details = Lütfen bilgileri düzeltip yeniden deneyin.
advice_authenticate = Lütfen yeniden deneyin ve ödemeyi bankanızda onaylayın.
advice_contact_issuer = Lütfen bankanıza danışın veya başka bir kart kullanın.
advice_do_not_retry = Lütfen bu kartı yeniden denemeyin; başka bir kart kullanın.
`
