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
};

const NONE: ReadonlySet<string> = new Set();
const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([lang, words]) => [lang, new Set(words.split(/\s+/))]),
);

/** The language's stop words (primary subtag, such as `en`); none for a language without a list. */
export function stopWords(lang: string): ReadonlySet<string> {
  return SETS.get(lang) ?? NONE;
}
