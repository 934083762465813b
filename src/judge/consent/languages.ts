import type { Clause } from './clauses.ts'

/**
 * A handful of exact forms in other languages. Everything else in them is neither consent nor boundary; a model may read it.
 * The act is put in English, so that one reader of acts serves all.
 */
const ACTS: readonly (readonly [string, string])[] = [
  // German
  ['lösche|entferne|lösch', 'delete'],
  ['pushe|push', 'push'],
  ['committe|commite', 'commit'],
  ['veröffentliche', 'publish'],
  ['installiere', 'install'],
  ['starte', 'restart'],
  ['deploye', 'deploy'],
  ['merge', 'merge'],
  ['ändere|bearbeite', 'edit'],
  // French
  ['supprime|supprimez|efface', 'delete'],
  ['pousse|poussez', 'push'],
  ['déploie|déployez', 'deploy'],
  ['publie|publiez', 'publish'],
  ['installe|installez', 'install'],
  ['modifie|modifiez', 'edit'],
  ['fusionne|fusionnez', 'merge'],
  ['redémarre|redémarrez', 'restart'],
  // Spanish
  ['borra|elimina|borre|elimine', 'delete'],
  ['sube|haz push', 'push'],
  ['despliega|despliegue', 'deploy'],
  ['publica|publique', 'publish'],
  ['instala|instale', 'install'],
  ['modifica|modifique|edita', 'edit'],
  ['fusiona', 'merge'],
  ['reinicia|reinicie', 'restart'],
]

/** Negated forms: infinitives and imperatives, each with the act it rules out. */
const BANS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:bitte )?(?:nicht|nichts|kein(?:en|e)?) (?:pushen|push)\b|^(?:bitte )?pushe? (?:noch )?nicht(?:s)?\b|^nichts pushen\b/,
    'push',
  ],
  [/^(?:bitte )?(?:nicht|nichts) (?:committen|commiten)\b|^committe (?:noch )?nicht(?:s)?\b/, 'commit'],
  [/^(?:bitte )?(?:nicht|nichts) (?:löschen|entfernen)\b|^lösche (?:bitte )?nichts?\b/, 'delete anything'],
  [/^(?:bitte )?(?:nicht|nichts) (?:ändern|bearbeiten|anfassen)\b|^ändere (?:bitte )?nichts?\b/, 'edit anything'],
  [/^(?:bitte )?(?:nicht|nichts) (?:deployen|veröffentlichen)\b/, 'deploy'],
  [/^ne (?:pousse|poussez|push) (?:pas|rien)\b/, 'push'],
  [/^ne (?:commite|commitez|commit) (?:pas|rien)\b/, 'commit'],
  [/^ne (?:supprime|supprimez|efface|effacez) (?:pas|rien)\b/, 'delete anything'],
  [/^ne (?:modifie|modifiez|touche|touchez|change|changez) (?:pas|rien)\b/, 'edit anything'],
  [/^ne (?:déploie|déployez|publie|publiez) (?:pas|rien)\b/, 'deploy'],
  [/^no (?:hagas|haga|hacer) (?:ningún )?push\b|^no (?:subas|empujes) nada\b/, 'push'],
  [/^no (?:hagas|haga|hacer) (?:ningún )?commit\b/, 'commit'],
  [/^no (?:borres|elimines|borre|elimine) nada\b/, 'delete anything'],
  [/^no (?:modifiques|cambies|toques|edites) nada\b/, 'edit anything'],
  [/^no (?:despliegues|publiques)\b/, 'deploy'],
  [
    /^(?:请|請)?(?:不要|别|請勿|请勿)(?:再)?(?:推送|push)(?:任何(?:东西|文件|代码|内容|改动))?$|(?:プッシュしないで)(?:ください)?$/i,
    'push',
  ],
  [
    /^(?:请|請)?(?:不要|别|請勿|请勿)(?:再)?(?:提交|commit)(?:任何(?:东西|文件|代码|内容|改动))?$|(?:コミットしないで)(?:ください)?$/i,
    'commit',
  ],
  [
    /^(?:请|請)?(?:不要|别|請勿|请勿)(?:再)?(?:删除|刪除)(?:任何(?:东西|文件|代码|内容|改动))?$|(?:削除しないで|消さないで)(?:ください)?$/,
    'delete anything',
  ],
  [
    /^(?:请|請)?(?:不要|别|請勿|请勿)(?:再)?(?:修改|改动|更改|编辑)(?:任何(?:东西|文件|代码|内容|改动))?$|(?:変更しないで|編集しないで)(?:ください)?$/,
    'edit anything',
  ],
  [
    /^(?:请|請)?(?:不要|别|請勿|请勿)(?:再)?(?:部署|发布|發佈)(?:任何(?:东西|文件|代码|内容|改动))?$|(?:デプロイしないで|公開しないで)(?:ください)?$/,
    'deploy',
  ],
]

/** Orders in scripts without blanks: the act, and the rest of the sentence as its object. */
const EAST: readonly (readonly [RegExp, string])[] = [
  [/^(?:请|請)?(?:删除|刪除|删掉)(.+)$|^(.+?)を(?:削除|消)して(?:ください)?$/, 'delete'],
  [/^(?:请|請)?(?:强制)?(?:推送|push)(?:到)?(.+)$|^(.+?)に?プッシュして(?:ください)?$/i, 'push'],
  [/^(?:请|請)?部署(?:到)?(.+)$|^(.+?)に?デプロイして(?:ください)?$/, 'deploy'],
  [/^(?:请|請)?(?:发布|發佈)(.+)$|^(.+?)を公開して(?:ください)?$/, 'publish'],
  [/^(?:请|請)?安装(.+)$|^(.+?)をインストールして(?:ください)?$/, 'install'],
  [/^(?:请|請)?合并(.+)$|^(.+?)をマージして(?:ください)?$/, 'merge'],
  [/^(?:请|請)?重启(.+)$|^(.+?)を再起動して(?:ください)?$/, 'restart'],
]

const FORMS = ACTS.map(
  ([verbs, act]) =>
    [
      new RegExp(`^(?:bitte |s'il te plaît |s'il vous plaît |por favor[, ]+)?(?:${verbs}) (?:bitte )?(.+)$`),
      act,
    ] as const,
)
/** English words that some of the forms above share: English is read by its own reader. */
const ENGLISH = /^(?:please |can you )?(?:push|merge) /
const MORE_NEGATED = /\b(?:nicht|keine?n?|pas|jamais|rien|nie)\b|(?:不要|别|しないで)/

export function foreignClause(sentence: string): Pick<Clause, 'kind' | 'head'> | undefined {
  const told = sentence.replace(/[.!?;…。！？；]+$/, '').trim()
  for (const [form, act] of BANS) if (form.test(told)) return { kind: 'boundary', head: act }
  if (MORE_NEGATED.test(told) || ENGLISH.test(told) || /[?？]$/.test(sentence.trim())) return undefined
  for (const [form, act] of [...FORMS, ...EAST]) {
    const match = form.exec(told)
    const object = match?.[1] ?? match?.[2]
    if (object !== undefined) return { kind: 'order', head: `${act} ${spaced(object)}` }
  }
  return undefined
}

/** Names stand without blanks around them there: `删除分支old-login` names old-login. */
function spaced(text: string): string {
  return text
    .replace(/([\w./~@:+-]+)/g, ' $1 ')
    .replace(/\s+/g, ' ')
    .trim()
}
