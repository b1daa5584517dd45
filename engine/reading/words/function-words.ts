/** Words that carry no content of their own, so that a sentence need not repeat them to answer. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Articles, prepositions, pronouns, auxiliaries and question words, English and Spanish. */
export const functionWords: ReadonlySet<string> = words(
  'a an the this that these those some any each every all both and or but nor if of in on at by to from for with ' +
    'about into onto over under between among per as than then so very too also just ever there here it its they ' +
    'them their he him his she her we us our you your i my me be is are was were been being am do does did done ' +
    "has have had having can could may might must shall should will would 's 'd 'll 're 've n't not no who whom " +
    'whose what which when where why how many much people person thing one ' +
    'often without anyone anybody anything someone somebody something everyone everybody ' +
    'el la los las un una unos unas lo al del de y o u en con por para sin sobre entre se su sus es son era fue ' +
    'eran ser está están estar hay ha han había qué que quién quiénes cuál cuáles cuánto cuánta cuántos cuántas ' +
    'cuándo dónde cómo más muy ya',
);

/** Words that ask for the present state; being the newest is what ranking decides, so they need not be repeated. */
export const presentWords: ReadonlySet<string> = words(
  'last latest newest current currently now present recent recently today newly most new still supposed actual actualmente ahora',
);

/** Auxiliaries that open a yes-or-no question. */
export const openingAuxiliaries: ReadonlySet<string> = words(
  'is are was were do does did has have had can could will would may should must',
);
