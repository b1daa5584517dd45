import type { turn as english } from '../en/turn.ts';
import type { Translated } from '../message.ts';

export const turn: Translated<typeof english> = {
  heading: 'Eine Wende ansehen',
  nothing:
    'In diesem Korpus hat sich noch nichts geändert. Stellen Sie eine Frage; die Antwort sagt, wenn es so weit ist.',
  holds: '✓ {verdict}',
  holdsNoMore: '✕ {verdict}',
  newDocument: '{day}: Ein neues Dokument sagt',
  today: 'Heute',
  open: 'Diese Antwort öffnen',
};
