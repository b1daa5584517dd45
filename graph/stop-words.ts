/**
 * Words that carry no content in a query, by language: articles, pronouns, prepositions, auxiliaries, question words.
 * Never negations or quantities: "not", "without" and "most" change what is asked. Lower case, diacritics folded.
 */
const LISTS: Readonly<Record<string, string>> = {
  en: `a an and are as at be been being but by can could did do does doing for from had has have having he her hers
    him his how i if in into is it its itself me my of on or our ours she should so some such than that the their
    them then there these they this those through to was we were what when where which while who whom whose why with
    would you your yours s`,
  es: `a al algun alguna algunas algunos como con cual cuales cuando de del desde donde e el ella ellas ellos en entre
    era eran es esa esas ese eso esos esta estas este esto estos fue fueron ha han hay la las le les lo los me mi mis
    o para pero por porque que quien quienes se ser si son su sus tambien te tiene tienen tu un una unas uno unos y ya
    yo`,
  de: `aber als am an auch auf aus bei bin bis bist da das dass dem den der des die dies diese diesem diesen dieser
    dieses du durch ein eine einem einen einer eines er es fur hat hatte hatten ich ihr ihre im in ist ja kann man
    mein mit nach nun ob oder sein seine sich sie sind so und uns vom von vor wann war waren warum was welche welchem
    welchen welcher welches wem wen wenn wer werden wie wir wird wo wurde wurden zu zum zur uber`,
  fr: `a ai as au aux avec c ce ces cet cette comme d dans de des du elle elles en es est et etaient etait ete etre eu
    il ils j je l la le les leur leurs lui m ma mais me mes mon nos notre nous on ont ou par pour pourquoi qu quand que
    quel quelle quelles quels qui quoi s sa se ses si son sont sur t ta te tes toi ton tu un une vos votre vous y`,
  it: `a ad agli ai al alla alle allo anche c che chi ci come con cosa cui d da dagli dai dal dalla dalle dallo degli
    dei del della delle dello di dove e ed era erano gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi
    negli nei nel nella nelle nello noi o per perche quale quali quando quella quelle quelli quello questa queste
    questi questo se si sono su sua sue sugli sui sul sulla sulle suo suoi tra tu un una uno voi`,
  pt: `a ao aos as com como da das de dela dele do dos e ela elas ele eles em entre era eram essa essas esse esses esta
    estas este estes eu foi foram ha isso isto ja lhe me mas meu minha na nas no nos o onde os ou para pela pelas pelo
    pelos por porque qual quais quando que quem se ser seu seus sua suas sao tambem te tem tinha um uma umas uns voce`,
  nl: `aan als bij dat de den der deze die dit door een en er had heb hebben heeft hem het hij hoe hun ik in is je kan
    maar me met mijn na naar nu of om onder ons ook op over te tot u uit van voor waar waarom wanneer want waren was
    wat welk welke werd wie wij worden ze zich zij zijn zo zou`,
  sv: `alla att av blev bli blir da dar de dem den denna deras dess det detta dig din du efter eller en er ett fran
    for gor ha hade han hans har hennes hon hur i jag kan man med mig min nar och om oss pa sa sig sin som till under
    upp ut vad var vara vem vi vid vilka vilken vilket`,
  da: `af at blev blive bliver da de dem den denne der deres det dette dig din du efter eller en end er et for fra ham
    han hans har havde hendes her hun hvad hvem hvilke hvilken hvilket hvor hvordan hvornar i jeg kan man med mig min
    nar og om op os pa sa sig sin som til under var ved vi`,
  no: `av at ble bli blir da de dem den denne der deres det dette deg din du eller en enn er et etter for fra ham han
    hans har hadde hennes her hun hva hvem hvilke hvilken hvilket hvor hvordan i jeg kan man med meg min nar og om opp
    oss pa sa seg sin som til under var ved vi`,
  fi: `ei etta han hanen he heidan hyvin ja joka jos jotka kanssa koska kuin kuinka kuka me meidan mika millainen
    milloin minka missa mista monta mukaan mutta ne niiden niin oli olivat on ovat se sen silla sina sita tai tama taman
    tasta te tuo vai`,
  ro: `a ai al ale am ar are as asupra au ca care catre ce cea cel cele cine cu cum de despre din dintre dupa el ea ei
    ele era este eu fi fost il in intre isi la le lor lui mai o pe pentru prin sa sau se si spre sunt un una unde unei
    unui`,
  hu: `a ahol ami amely amelyek az azok azt egy ehhez ek es ez ezek ezt hanyan hany hogy hol ki kik kinek mely melyik
    meg mi mikor milyen mint mit nala olyan ott o ok s szerint vagy van vannak volt voltak`,
  cs: `a aby ale ani asi az bude by byl byla byli bylo co do i jak jake jaka jaky je jeho jej jeji jejich jen jeste ji
    jsou k kde kdo kdy kolik ktera ktere ktery ma mezi na nad o od po pod podle pro pri s se si tak take ten to tu u v
    ve z za ze`,
  ru: `а без бы был была были было в вам вас во вот вы где да для до его ее если есть же за и из или им их к как какая
    какие какой ко когда кто мы на над о об он она они оно от по под при с сколько со так также то у уже что чтобы эта
    эти это этот я`,
  tr: `ama ancak bazi bir biz bu cok da daha de diye en gibi hangi hem icin ile ise kac kadar ki kim mi mu nasil ne
    neden nerede o olan olarak oldu sen siz su ve veya ya`,
};

/** The languages that have a list. */
export const LISTED_LANGUAGES: readonly string[] = Object.keys(LISTS).sort();

const NONE: ReadonlySet<string> = new Set();
const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([lang, words]) => [lang, new Set(words.split(/\s+/))]),
);

/** The language's stop words (primary subtag, such as `en`); none for a language without a list. */
export function stopWords(lang: string): ReadonlySet<string> {
  return SETS.get(lang) ?? NONE;
}
