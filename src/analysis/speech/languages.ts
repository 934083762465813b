import type { Clause } from './clauses.ts'
import { isBase } from './verb-forms.ts'

/**
 * A handful of exact forms in other languages. Everything else in them is neither consent nor boundary; a model may read it.
 * The act is put in English, so that one reader of acts serves all. Each row: the act, then German (order, infinitive), French,
 * Spanish (order, ban), Chinese, Japanese; `-` where there is none.
 */
const WORDS: readonly (readonly string[])[] = [
  'delete lösche?|entferne löschen|entfernen supprimez?|effacez? borr[ae]|elimin[ae] borres?|elimines? 删除|刪除|删掉 削除|消',
  'force-push force-?pushe|erzwinge force-?pushen force-?pushez? fuerza|haz§push§forzado fuerces 强制推送|强推 強制プッシュ|フォースプッシュ',
  'push pushe pushen poussez? sube|haz§push subas|empujes|hagas§push 推送 プッシュ',
  'commit committ?e committ?en commitez? - hagas§commit 提交 コミット',
  'edit ändere|bearbeite ändern|bearbeiten|anfassen modifiez?|touchez?|changez? modifi(?:ca|que)|edita modifiques|cambies|toques|edites 修改|改动|更改|编辑 変更|編集',
  'deploy deploye deployen|veröffentlichen déploie|déployez desplieg(?:a|ue) despliegues 部署 デプロイ',
  'publish veröffentliche - publiez? publi(?:ca|que) publiques 发布|發佈 公開',
  'install installiere installieren installez? instal[ae] instales 安装 インストール',
  'merge - - fusionnez? fusiona fusiones 合并 マージ',
  'restart starte neustarten redémarrez?|relancez? reinici[ae] reinicies 重启|重新启动 再起動',
  'stop stoppe|beende stoppen|beenden arrêtez? det[eé]n detengas 停止 停止',
  'send schicke?|sende schicken|senden envoyez? env[ií]a envíes 发送 送信',
].map((row) => row.split(' ').map((word) => word.replaceAll('§', ' (?:ningún )?')))

const PLEASE = "(?:(?:bitte|s'il te plaît|s'il vous plaît|por favor,?|请|請) ?)?"
const NOTHING = '(?:任何(?:东西|文件|代码|内容|改动))?'
const DONE = '(?:ください)?'

interface Forms {
  readonly act: string
  readonly ban: RegExp
  readonly order: RegExp
}

const FORMS: readonly Forms[] = WORDS.map(([act = '', de, inf, fr, es, ban, zh, ja]) => ({
  act,
  ban: new RegExp(
    `^${PLEASE}(?:(?:nichts?|keinen?) (?:${inf})|(?:${de}) (?:bitte |noch )?nichts?|ne (?:${fr}) (?:pas|rien)|no (?:${ban})(?: nada)?|(?:不要|别|請勿|请勿)再?(?:${zh}|${act})${NOTHING}|.{0,12}(?:${ja})(?:し|さ)ないで${DONE})$`,
    'i',
  ),
  order: new RegExp(
    `^${PLEASE}(?:(?:${[de, fr, es].filter((word) => word !== '-').join('|')}) (?:bitte )?(.+)|(?:${zh})到?(.+)|把 ?(.+?(?:${zh})(?:到.+|掉)?)|(.+?)[をに] ?(?:${ja})して${DONE})$`,
    'i',
  ),
}))
/** Nothing to be done, in a language that is read no further. */
const NEGATED = /\b(?:nicht|keine?n?|pas|jamais|rien|nie)\b|(?:不要|别|しないで)/
/** These rule out every object unless they are about sharing. */
const OF_THINGS = /^(?:delete|edit)$/

export function foreignClause(sentence: string): Pick<Clause, 'kind' | 'head'> | undefined {
  const told = sentence.replace(/[.!?;…。！？；]+$/, '').trim()
  const ban = FORMS.find((form) => form.ban.test(told))?.act
  if (ban !== undefined) return { kind: 'boundary', head: OF_THINGS.test(ban) ? `${ban} anything` : ban }
  // English has some of these verbs too, and its own reader.
  if (NEGATED.test(told) || isBase(told.split(' ', 1)[0] ?? '') || /[?？]$/.test(sentence.trim())) return undefined
  for (const { order, act } of FORMS) {
    const object = order
      .exec(told)
      ?.slice(1)
      .find((part) => part !== undefined)
    if (object !== undefined) return { kind: 'order', head: `${forced(act, object)} ${spaced(object)}` }
  }
  return undefined
}

/** "Pushe feat/x mit --force": by force, wherever that is said. */
function forced(act: string, object: string): string {
  return act === 'push' &&
    /(?<![\w-])(?:--force(?:-with-lease)?|-f|mit gewalt|de force|a la fuerza)(?![\w-])|强制|強制/.test(object)
    ? 'force-push'
    : act
}

/** What the other languages call the places that tell things apart. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/远程|遠端|リモート/g, ' remote '],
  [/本地|ローカル/g, ' local '],
  [/\b(?:lokal(?:en?)?|locale?)\b/g, ' local '],
  [/\b(?:entfernten?|remoto|distante?)\b/g, ' remote '],
  [/\b(?:auf|sur|en|im|in der|dans)(?= )/g, ' on '],
  [/\b(?:produktion|producción|生产)\b|生产环境|本番/g, ' production '],
  [/,? ?(?:bitte|por favor|s'il (?:te|vous) plaît)/g, ''],
]

/** Names stand without blanks around them there: `删除分支old-login` names old-login. */
function spaced(text: string): string {
  return PLACES.reduce((told, [word, english]) => told.replace(word, english), text)
    .replace(/([\w./~@:+=-]+)/g, ' $1 ')
    .replace(/\s+/g, ' ')
    .trim()
}
