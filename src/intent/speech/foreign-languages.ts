import type { Clause } from './clauses.ts'
import { isBaseVerb } from './verb-forms.ts'

/**
 * A handful of exact forms in other languages; all else in them is neither consent nor boundary. Each row: the act,
 * then German (order, infinitive), French (order, infinitive), Spanish (order, infinitive, ban), Chinese, Japanese; `-`
 * where there is none.
 */
const VERB_TRANSLATIONS: readonly (readonly string[])[] = [
  'delete lösche?|entferne löschen|entfernen|wegwerfen supprimez?|effacez?|enlevez? supprimer|effacer|enlever borr[ae]|elimin[ae] borrar|eliminar borres?|elimines? 删除|刪除|删掉|移除 削除|消|drop|ドロップ',
  'force-push force-?pushe|erzwinge force-?pushen force-?pushez? force-?pusher fuerza forzar fuerces 强制推送|强推 強制プッシュ|フォースプッシュ',
  'push pushe pushen poussez? pousser sube subir subas|empujes|hagas§push 推送 プッシュ',
  'commit committ?e committ?en commitez? commiter - - hagas§commit 提交 コミット',
  'edit ändere|bearbeite ändern|bearbeiten|anfassen modifiez?|touchez?|changez? modifier|toucher|changer modifi(?:ca|que)|edita modificar|editar modifiques|cambies|toques|edites 修改|改动|更改|编辑 変更|編集',
  'deploy deploye deployen|veröffentlichen déploie|déployez déployer desplieg(?:a|ue) desplegar despliegues 部署 デプロイ',
  'publish veröffentliche - publiez? publier publi(?:ca|que) publicar publiques 发布|發佈 公開',
  'install installiere installieren installez? installer instal[ae] instalar instales 安装 インストール',
  'uninstall deinstalliere deinstallieren désinstallez? désinstaller desinstal[ae] desinstalar desinstales 卸载 アンインストール',
  'merge merge mergen fusionnez? fusionner fusiona fusionar fusiones 合并 マージ',
  'restart starte neustarten redémarrez?|relancez? redémarrer|relancer reinici[ae] reiniciar reinicies 重启|重新启动 再起動',
  'stop stoppe|beende stoppen|beenden|herunterfahren arrêtez? arrêter det[eé]n|para detener|parar detengas 停止|停掉 停止',
  'scale skaliere skalieren - - escal[ae] escalar escales 扩容|缩容 スケール',
  'close schlie(?:ß|ss)e? schlie(?:ß|ss)en fermez? fermer cierr[ae] cerrar cierres 关闭|關閉 クローズ',
  'open öffne öffnen ouvre|ouvrez ouvrir abr[ae] abrir abras 开放 開放',
  'flush leere leeren videz? vider vac[ií]a vaciar vacíes 清空 -',
  'send schicke?|sende schicken|senden envoyez? envoyer env[ií]a enviar envíes 发送 送信',
].map((row) => row.split(' ').map((word) => (word === '-' ? '(?!)' : word.replaceAll('§', ' (?:ningún )?'))))

const PLEASE_WORDS = "(?:(?:bitte|s'il te plaît|s'il vous plaît|por favor,?|请|請|麻烦|帮我) ?)?"
const ANYTHING_ZH = '(?:任何(?:东西|文件|代码|内容|改动))?'
const PLEASE_JA = '(?:ください)?'
const REQUEST_DE = '(?:(?:kannst|könntest|darfst|würdest) du|du (?:kannst|darfst|sollst))(?: jetzt| nun| bitte| mal)*'
const REQUEST_FR = '(?:il faut|tu peux|peux-tu|pourrais-tu|merci de|veuillez|tu dois)(?: maintenant)?'
const REQUEST_ES = '(?:puedes|podrías|debes|hay que|tienes que)(?: ahora| ya)?'
const REQUEST_START = new RegExp(`^(?:${REQUEST_DE}|${REQUEST_FR}|${REQUEST_ES})`)

interface ActForms {
  readonly act: string
  readonly ban: RegExp
  readonly order: RegExp
}

const ACT_FORMS: readonly ActForms[] = VERB_TRANSLATIONS.map(
  ([act = '', de, inf, fr, frInf, es, esInf, ban, zh, ja]) => ({
    act,
    ban: new RegExp(
      `^${PLEASE_WORDS}(?:(?:nichts?|keinen?) (?:${inf})|(?:${de}) (?:bitte |noch )?nichts?|ne (?:${fr}) (?:pas|rien)|no (?:${ban})(?: nada)?|(?:先|暂时)?(?:不要|别|請勿|请勿)再?(?:${zh}|${act})${ANYTHING_ZH}|.{0,12}(?:${ja})(?:し|さ)ないで${PLEASE_JA})(?=$|[,，])`,
      'i',
    ),
    order: new RegExp(
      `^${PLEASE_WORDS}(?:(?:${de}|${fr}|${es}) (?:bitte )?(.+)|${REQUEST_DE} ?(.*?) ?(?:${inf})|bitte (.+) (?:${inf})|${REQUEST_FR} (?:${frInf})(?: (.+))?|${REQUEST_ES} (?:${esInf})(?: (.+))?|(?:hacer|haz|mach|fais) (?:el |un |le |den |einen )?${act.replace('-', '[- ]?')}(?: (?:de |du |von |vom )?(.+))?|(?:${zh})到?(.+)|把 ?(.+?(?:${zh})(?:一下|掉)?(?:到.+|为.+)?(?: .+)?)|(.+?)[をに] ?(.{0,40}?(?:${ja})して${PLEASE_JA}(?:[（(].{1,40}[)）])?))$`,
      'i',
    ),
  }),
)
const SEPARABLE_VERBS: readonly (readonly [RegExp, string])[] = [
  [/^((?:bitte )?)(?:fahre?|schalte?) (?:bitte )?(.+) (?:runter|herunter|ab|aus)$/, '$1stoppe $2'],
  [/^((?:bitte )?)(?:wirf|schmei(?:ß|ss)e?) (?:bitte )?(.+) weg$/, '$1lösche $2'],
  [/^((?:bitte )?)(?:mache?) (?:bitte )?(.+) (?:zu|dicht)$/, '$1schließe $2'],
  [/^((?:bitte )?)(?:rolle?|spiele?) (?:bitte )?(.+) aus$/, '$1deploye $2'],
  // "Die Stashes kannst du wegwerfen": what it is about comes first.
  [/^(.+?) ((?:kannst|darfst|könntest) du(?: jetzt| nun| bitte| mal| ruhig| alle)*) (\p{L}+)$/u, '$2 $1 $3'],
]
const LEAD_WORDS =
  /^(?:(?:ok(?:ay)?|gut|super|passt|alles klar|jetzt|nun|also|dann|ja|so|d'accord|bon|alors|maintenant|c'est bon|vale|bueno|ahora|ya|sí|perfecto)(?![\w'-])[\s,:!.-]*|(?:好的?|那就|现在|可以|では|もう)[，,、 ]*)+(?=.)/
const REASON_TAIL =
  /[,，] ?(?:on|car|parce|weil|da|denn|puisque|porque|ya|wir|das|es|il|c'est|le|la|die|der|ich|está|ist)\b(?![^,]*[\w][\d_/@.-]\w).*$/
const NEGATION_WORDS = /\b(?:nicht|keine?n?|pas|jamais|rien|nie|nunca|tampoco)\b|(?:不要|别|不能|しないで)|^no /
const CONDITION_WORDS =
  /\b(?:wenn|falls|sobald|später|irgendwann|morgen|nachdem|si|quand|dès|demain|plus tard|un jour|cuando|luego|mañana|algún día|más tarde|sagte?|meinte?|dit|dice|dijo)\b|如果|以后|稍后|之后|再说|たら|なら|あとで|後で/
/** These rule out every object unless they are about sharing. */
const OBJECT_ACTS = /^(?:delete|edit)$/

export function foreignClause(sentence: string): Pick<Clause, 'kind' | 'head'> | undefined {
  const told = sentence.replace(/[.!?;…。！？；]+$/, '').trim()
  const said = CONDITION_WORDS.test(told) ? [told] : [told, ...told.split(/[,，]\s*/)]
  const ban = ACT_FORMS.find((form) => said.some((part) => form.ban.test(part)))?.act
  if (ban !== undefined) return { kind: 'boundary', head: OBJECT_ACTS.test(ban) ? `${ban} anything` : ban }
  // English has some of these verbs too, and its own reader.
  if (isBaseVerb(told.split(' ', 1)[0] ?? '') || CONDITION_WORDS.test(told)) return undefined
  const bare = told.replace(REASON_TAIL, '')
  if (NEGATION_WORDS.test(bare)) return undefined
  if (/[?？]$/.test(sentence.trim()) && !REQUEST_START.test(bare)) return undefined
  const parts = /[，、]/.test(bare) ? [bare, ...bare.split(/[，、]/)] : [bare]
  for (const part of parts) {
    const text = SEPARABLE_VERBS.reduce(
      (one, [form, plain]) => one.replace(form, plain),
      part
        .replace(LEAD_WORDS, '')
        .replace(/[了吧]+$/, '')
        .trim(),
    )
    for (const { order, act } of ACT_FORMS) {
      const found = order.exec(text)
      const object = (found ?? [])
        .slice(1)
        .filter((each) => each !== undefined)
        .join(' ')
      if (found) return { kind: 'order', head: `${withForce(act, object)} ${spaceNames(object)}`.trim() }
    }
  }
  return undefined
}

/** "Pushe feat/x mit --force": by force, wherever that is said. */
function withForce(act: string, object: string): string {
  return act === 'push' &&
    /(?<![\w-])(?:--force(?:-with-lease)?|-f|mit gewalt|de force|a la fuerza)(?![\w-])|强制|強制/.test(object)
    ? 'force-push'
    : act
}

const PLACE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/远程|遠端|リモート|\bfernen?\b/g, ' remote '],
  [/本地|ローカル/g, ' local '],
  [/\b(?:lokal(?:en?)?|locale?)\b/g, ' local '],
  [/\b(?:entfernten?|remoto|distante?)\b/g, ' remote '],
  [/\b(?:auf|sur|en|im|in der|dans)(?= )/g, ' on '],
  [/\b(?:von|vom|aus der|aus dem|aus|du|del|desde)(?= )/g, ' from '],
  [/命名空间|ネームスペース/g, ' namespace '],
  // "Remote-Branch x" is two words for x.
  [/\b(\p{L}+)-(branch|tabelle|datenbank|bucket|server|dienst|container|namespace|tag|queue)(?= [\p{L}\d])/gu, '$1 $2'],
  [/\b(?:produktion|producción|生产)\b|生产环境|本番/g, ' production '],
  [/,? ?(?:bitte|por favor|s'il (?:te|vous) plaît)/g, ''],
]

/** Names stand without blanks around them there: `删除分支old-login` names old-login. */
function spaceNames(text: string): string {
  return PLACE_WORDS.reduce((told, [word, english]) => told.replace(word, english), text)
    .replace(/([\w./~@:+=-]+)/g, ' $1 ')
    .replace(/\s+/g, ' ')
    .trim()
}
