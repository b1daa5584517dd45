import type { home as english } from '../en/home.ts';
import type { Translated } from '../message.ts';

export const home: Translated<typeof english> = {
  heading: 'Antworten, die wissen, wann sie nicht mehr stimmen.',
  lead: 'Jede Antwort zitiert ihre Dokumente, und ihr Urteil folgt den Belegen: Ändern sich diese, sagt die Antwort es.',
  deeds: 'So funktioniert es',
  watchTurn: 'Eine Wende ansehen',
  checkReceipt: 'Eine Quittung prüfen',
  explore: 'Die Aussagen erkunden',
  addDocuments: 'Eigene Dokumente hinzufügen',
  noCorpus: 'Hier gibt es keinen Korpus „{corpus}“.',
  goToCorpus: 'Stattdessen {corpus} fragen',
  try: 'Zum Ausprobieren',
  changedIn: 'geändert im {month}',
  valuesSince: '{count} Werte seit {year}',
};
