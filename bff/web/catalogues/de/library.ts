import type { library as english } from '../en/library.ts';
import type { Translated } from '../message.ts';

export const library: Translated<typeof english> = {
  rail: 'Verlauf und gespeicherte Antworten',
  newAsk: '+ Fragen',
  history: 'Verlauf',
  nothingAsked: 'Noch keine Fragen.',
  asKnownOn: 'Wissensstand: {day}',
  olderHistory: 'Älteren Verlauf anzeigen',
  saved: 'Gespeichert',
  openLibrary: 'Bibliothek',
  nothingSaved: 'Noch nichts gespeichert.',
  olderSaved: 'Ältere gespeicherte Antworten anzeigen',
  remove: 'Entfernen',
  removeThis: '„{title}“ entfernen',
};
