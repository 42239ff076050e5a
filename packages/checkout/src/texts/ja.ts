import type { Texts, Trial } from "./Texts.ts"

const single = { day: "毎日", week: "毎週", month: "毎月", year: "毎年" }
const several = { day: "日", week: "週間", month: "か月", year: "年" }

const then = (trial: Trial | null): string => {
  if (trial === null) return "その後は"
  return `${trial.days}日間${trial.amount ?? "無料"}、その後は`
}

export const ja: Texts = {
  language: "ja",
  pay: (amount) => `${amount}を支払う`,
  subscribe: (amount) => `定期購入して${amount}を支払う`,
  startTrial: (amount) => `お試しを開始し、その後${amount}を支払う`,
  saveCard: "カードを保存する",
  every: (count, unit) => (count === 1 ? single[unit] : `${count}${several[unit]}ごと`),
  terms: {
    today: "本日のお支払い",
    todayWithFee: (fee) => `本日のお支払い（うち初期費用${fee}、初回のみ）`,
    later: ({ amount, often, from, trial }) => `${then(trial)}${from}から${amount}（${often}）。`,
    ends: (payments, amount) => `${amount}のお支払い${payments}回で自動的に終了します。`,
    nothingLater: "その後のお支払いはありません。"
  },
  payTo: (merchant) => `${merchant}へのお支払い`,
  back: (merchant) => `${merchant}に戻る`,
  testMode: "テストモード",
  loading: "読み込み中…",
  attribution: "Powered by Payloom",
  card: {
    title: "カード情報",
    number: "カード番号",
    expiry: "有効期限",
    expiryShape: "MM / YY",
    securityCode: "セキュリティコード",
    encrypted: "カード情報は、この端末から送信される前に暗号化されます。"
  },
  mistakes: {
    number: "カードに記載されている番号を入力してください。",
    expiry: "月と年を入力してください（例: 05 / 30）。",
    expired: "このカードは有効期限が切れています。",
    securityCode: "3桁または4桁のセキュリティコードを入力してください。",
    card: "カード情報をご確認ください。"
  },
  cardUnreachable: "カードの入力欄を読み込めません。接続をご確認ください。",
  details: "詳細",
  items: "明細",
  total: "合計",
  challenge: {
    title: "カード会社による本人確認が必要です",
    text: "以下の案内に従ってください。"
  },
  choose: "お支払い方法をお選びください",
  byCard: "カード",
  nextStep: (method) => `次の手順で、${method}でのお支払いを完了します。`,
  leaving: {
    title: "少々お待ちください",
    text: "お支払いを確認するページに移動します。"
  },
  awaited: {
    title: "お支払いの確認をお待ちしています",
    text: "確認ページで手続きを続けるか、別のお支払い方法をお選びください。"
  },
  confirmHere: {
    title: "お支払いの確認をお願いします",
    text: "このページの案内に沿って操作するか、別のお支払い方法をお選びください。"
  },
  goOn: "続ける",
  chooseAnew: "別のお支払い方法を選ぶ",
  returned: {
    title: "このウィンドウを閉じてもかまいません",
    text: "お支払いの結果は、手続きを始めた画面に表示されます。"
  },
  instructions: {
    title: "お支払い方法のご案内",
    reference: "参照番号",
    until: "お支払い期限",
    copy: "コピー",
    copied: "コピーしました"
  },
  processing: {
    title: "お支払いを処理しています",
    text: "少し時間がかかることがあります。そのままお待ちください。"
  },
  processingElsewhere: {
    title: "別のウィンドウでお支払いを処理しています",
    text: "結果はこの画面にも表示されます。"
  },
  interrupted: {
    title: "接続が途切れました。もう一度支払わないでください",
    text: "お支払いは届いている可能性があります。接続をご確認ください。結果はこの画面に表示されます。"
  },
  succeeded: { title: "お支払いが完了しました", text: "ありがとうございました。" },
  succeededElsewhere: {
    title: "お支払いは完了しています",
    text: "別のウィンドウでお支払いが完了しました。請求は1回のみです。"
  },
  cardSaved: { title: "カードを保存しました", text: "請求は行われていません。" },
  subscribed: { title: "定期購入が始まりました", text: "本日の請求はありません。" },
  expired: {
    title: "お支払いの有効期限が切れました",
    text: "請求は行われていません。ショップからもう一度お手続きください。"
  },
  canceled: {
    title: "お支払いはキャンセルされました",
    text: "請求は行われていません。"
  },
  failed: {
    title: "お支払いできませんでした",
    text: "請求は行われていません。ショップからもう一度お手続きください。"
  },
  unreachable: {
    title: "ページを読み込めません",
    text: "接続をご確認ください。"
  },
  tryAgain: "もう一度試す",
  badLink: {
    title: "このリンクは使えません",
    text: "リンクが不完全か、無効になっています。ショップからもう一度お手続きください。"
  },
  notArrived: {
    title: "お支払いは送信されませんでした",
    text: "接続が切れました。請求は行われていません。もう一度お支払いいただけます。"
  },
  offline: {
    title: "オフラインです",
    text: "何も送信されておらず、請求も行われていません。接続をご確認のうえ、もう一度お支払いください。"
  },
  noMethod: {
    title: "現在ご利用いただけるお支払い方法がありません",
    text: "しばらくしてからもう一度お試しください。"
  },
  declined: "お支払いが承認されませんでした",
  declinedBy: (method) => `${method}でのお支払いは承認されませんでした。`,
  otherwise: {
    again: "もう一度お試しになるか、別のお支払い方法をお選びください。",
    other: "別のお支払い方法をお選びください。"
  },
  declines: {
    insufficient_funds: "口座の残高が不足しています。",
    card_declined: "カードが承認されませんでした。",
    do_not_honor: "カード会社がお支払いを承認しませんでした。理由は示されていません。",
    expired_card: "カードの有効期限が切れています。",
    invalid_card: "カード情報が正しくありません。",
    incorrect_cvc: "セキュリティコードが正しくありません。",
    limit_exceeded: "カードの利用限度額を超えています。",
    authentication_required: "カード会社による本人確認が必要です。",
    authentication_failed: "本人確認ができませんでした。",
    currency_not_supported: "このカードはこの通貨に対応していません。",
    issuer_unavailable: "現在カード会社に接続できません。",
    processing_error: "お支払いを処理できませんでした。",
    no_route: "現在お支払いを受け付けられません。",
    method_unavailable: "このお支払い方法はご利用いただけません。"
  },
  advice: {
    retry_later: "数分後にもう一度お試しください。",
    use_another_method: "別のカードをご利用ください。",
    correct_details: "カード情報を修正して、もう一度お試しください。",
    authenticate: "もう一度お試しいただき、カード会社で本人確認をしてください。",
    contact_issuer: "カード会社にお問い合わせいただくか、別のカードをご利用ください。",
    do_not_retry: "このカードは使わず、別のカードをご利用ください。"
  }
}
