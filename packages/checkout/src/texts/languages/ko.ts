/** Korean. */
export const ko = `
pay = { $amount } 결제하기
subscribe = 구독하고 { $amount } 결제하기
start_trial = 체험 시작, 이후 { $amount } 결제
save_card = 카드 저장
every_day = { $count ->
    [1] 매일
   *[other] { $count }일마다
}
every_week = { $count ->
    [1] 매주
   *[other] { $count }주마다
}
every_month = { $count ->
    [1] 매월
   *[other] { $count }개월마다
}
every_year = { $count ->
    [1] 매년
   *[other] { $count }년마다
}
terms_today = 오늘 결제 금액
terms_today_with_fee = 오늘 결제 금액(최초 1회 가입비 { $fee } 포함)
terms_later = 이후 { $from }부터 { $often } { $amount }.
terms_later_after_free_trial = { $days }일 무료, 이후 { $from }부터 { $often } { $amount }.
terms_later_after_paid_trial = { $days }일간 { $trial }, 이후 { $from }부터 { $often } { $amount }.
terms_ends = { $amount }씩 { $charges }회 결제 후 자동으로 종료됩니다.
terms_nothing_later = 이후에는 청구되지 않습니다.
pay_to = { $merchant }에 결제
back = { $merchant }(으)로 돌아가기
test_mode = 테스트 모드
loading = 불러오는 중…
attribution = Payloom 제공
card_title = 카드 정보
card_number = 카드 번호
card_expiry = 유효기간
card_expiry_shape = 월 / 년
card_security_code = 보안 코드
card_encrypted = 카드 정보는 이 기기를 떠나기 전에 암호화됩니다.
mistakes_number = 카드에 적힌 번호를 그대로 입력해 주세요.
mistakes_expiry = 월과 연도를 입력해 주세요(예: 05\u00a0/\u00a030).
mistakes_expired = 유효기간이 지난 카드입니다.
mistakes_security_code = 보안 코드 3자리 또는 4자리를 입력해 주세요.
mistakes_card = 카드 정보를 확인해 주세요.
card_unreachable = 카드 입력란을 불러올 수 없습니다. 연결 상태를 확인해 주세요.
details = 상세 내역
items = 항목
total = 합계
challenge_title = 카드사에서 결제 확인을 요청합니다
challenge_text = 아래 안내에 따라 진행해 주세요.
choose = 결제 수단을 선택해 주세요
by_card = 카드
next_step = 다음 단계에서 { $method } 결제를 완료합니다.
leaving_title = 잠시만 기다려 주세요
leaving_text = 결제를 확인하는 페이지로 이동합니다.
awaited_title = 결제 확인을 기다리고 있습니다
awaited_text = 확인을 요청한 페이지에서 결제를 확인하거나 다른 결제 수단을 선택해 주세요.
confirm_here_title = 결제를 확인해 주세요
confirm_here_text = 이 페이지의 안내를 따르거나 다른 결제 수단을 선택해 주세요.
go_on = 계속
choose_anew = 다른 결제 수단 선택
returned_title = 이 창을 닫으셔도 됩니다
returned_text = 결제 결과는 결제를 시작하신 화면에 표시됩니다.
instructions_title = 결제 방법 안내
instructions_reference = 참조 번호
instructions_until = 결제 기한
instructions_copy = 복사
instructions_copied = 복사됨
processing_title = 결제를 처리하고 있습니다
processing_text = 잠시 시간이 걸릴 수 있습니다. 따로 하실 일은 없습니다.
processing_elsewhere_title = 다른 창에서 결제가 진행 중입니다
processing_elsewhere_text = 결과는 이 화면에도 표시됩니다.
interrupted_title = 연결이 끊어졌습니다. 다시 결제하지 마세요
interrupted_text = 결제가 접수되었을 수 있습니다. 연결 상태를 확인해 주세요. 결과는 여기에 표시됩니다.
succeeded_title = 결제가 완료되었습니다
succeeded_text = 감사합니다!
succeeded_elsewhere_title = 이미 결제되었습니다
succeeded_elsewhere_text = 다른 창에서 결제가 완료되었습니다. 청구는 한 번만 이루어졌습니다.
card_saved_title = 카드가 저장되었습니다
card_saved_text = 청구된 금액은 없습니다.
subscribed_title = 구독이 시작되었습니다
subscribed_text = 오늘 청구된 금액은 없습니다.
expired_title = 결제 유효 시간이 지났습니다
expired_text = 청구된 금액은 없습니다. 상점에서 다시 시작해 주세요.
canceled_title = 결제가 취소되었습니다
canceled_text = 청구된 금액은 없습니다.
failed_title = 결제에 실패했습니다
failed_text = 청구된 금액은 없습니다. 상점에서 다시 시작해 주세요.
unreachable_title = 페이지를 불러올 수 없습니다
unreachable_text = 연결 상태를 확인해 주세요.
try_again = 다시 시도
bad_link_title = 사용할 수 없는 링크입니다
bad_link_text = 링크가 완전하지 않거나 더 이상 유효하지 않습니다. 상점에서 다시 시작해 주세요.
not_arrived_title = 결제가 전송되지 않았습니다
not_arrived_text = 연결이 끊어졌습니다. 청구된 금액은 없으며 다시 결제하실 수 있습니다.
offline_title = 오프라인 상태입니다
offline_text = 전송되거나 청구된 것이 없습니다. 연결 상태를 확인한 후 다시 결제해 주세요.
no_method_title = 이용할 수 있는 결제 수단이 없습니다
no_method_text = 잠시 후 다시 시도해 주세요.
declined = 결제가 거절되었습니다
declined_by = { $method } 결제가 거절되었습니다.
otherwise_again = 다시 시도하거나 다른 결제 수단을 선택해 주세요.
otherwise_other = 다른 결제 수단을 선택해 주세요.
declines_insufficient_funds = 계좌 잔액이 부족합니다.
declines_card_declined = 카드사가 카드를 승인하지 않았습니다.
declines_do_not_honor = 카드사가 사유를 밝히지 않고 결제를 거절했습니다.
declines_expired_card = 카드 유효기간이 지났습니다.
declines_invalid_card = 카드 정보가 올바르지 않습니다.
declines_incorrect_cvc = 보안 코드가 올바르지 않습니다.
declines_limit_exceeded = 결제 금액이 카드 한도를 초과합니다.
declines_authentication_required = 카드사에서 결제 확인을 요청합니다.
declines_authentication_failed = 카드사에서 본인 여부를 확인하지 못했습니다.
declines_currency_not_supported = 이 카드로는 해당 통화로 결제할 수 없습니다.
declines_issuer_unavailable = 현재 카드사에 연결할 수 없습니다.
declines_processing_error = 결제를 처리하지 못했습니다.
declines_no_route = 현재 결제를 진행할 수 없습니다.
declines_method_unavailable = 이 결제 수단은 이용할 수 없습니다.
advice_retry_later = 몇 분 후 다시 시도해 주세요.
advice_use_another_method = 다른 카드를 사용해 주세요.
advice_correct_details = 정보를 수정한 후 다시 시도해 주세요.
advice_authenticate = 다시 시도하고 카드사에서 결제를 확인해 주세요.
advice_contact_issuer = 카드사에 문의하거나 다른 카드를 사용해 주세요.
advice_do_not_retry = 이 카드로 다시 시도하지 말고 다른 카드를 사용해 주세요.
`
