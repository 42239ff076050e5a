import type { Random } from "./seededRandom.ts"

/** The names of one language: first names and family names. */
type Names = readonly [first: string, last: string]

// The last names of some languages come first. A name with a space of its own is kept whole.
const languages: readonly [Names, ...ReadonlyArray<Names>] = [
  ["Emma Liam Olivia Noah Ava", "Smith Johnson O’Brien Nguyen-Brown Lee"],
  ["Sofía José Lucía Martín Inés", "García Muñoz Ibáñez Peña Núñez"],
  ["Jürgen Björn Zoë Käthe Łukasz", "Müller Strauß Ångström Kowalczyk Dvořák"],
  ["Анна Иван Ольга Дмитрий Ксения", "Иванова Петров Щербакова Кузнецов Ёлкина"],
  ["Ελένη Γιώργος Μαρία Νίκος Σοφία", "Παπαδόπουλος Νικολάου Οικονόμου Γεωργίου Ζαχαρίου"],
  ["محمد فاطمة أحمد ليلى يوسف", "الحسن العلي منصور حداد القاسم"],
  ["נועה יוסף תמר דוד מיכל", "כהן לוי מזרחי פרץ ביטון"],
  ["प्रिया अर्जुन अनन्या विकास मीरा", "शर्मा पटेल सिंह गुप्ता अय्यर"],
  ["สมชาย สุดา ประเสริฐ นภา วิชัย", "ใจดี รักไทย ศรีสุข บุญมา ทองดี"],
  ["小明 美玲 伟 芳 静", "王 李 张 欧阳 陈"],
  ["さくら 健太 陽菜 大輔 美咲", "佐藤 鈴木 高橋 渡辺 小林"],
  ["민준 서연 지우 도윤 하은", "김 이 박 최 남궁"],
  ["አበበ ሰላም ተስፋዬ ሕይወት ዮናስ", "በቀለ ተክሌ ገብረማርያም ዓለሙ ወልዴ"]
]

const chosen = (random: Random, words: string): string => {
  const [first = "", ...others] = words.split(" ")
  return random.one([first, ...others])
}

/** Returns a person's name in one of many scripts. */
export const personName = (random: Random): string => {
  const [first, last] = random.one(languages)
  return `${chosen(random, first)} ${chosen(random, last)}`
}
