import type { turn as english } from '../en/turn.ts';
import type { Translated } from '../message.ts';

export const turn: Translated<typeof english> = {
  heading: 'Ver un cambio',
  nothing:
    'En este corpus todavía no ha cambiado nada. Haga una pregunta, y su respuesta dirá cuándo cambia.',
  holds: '✓ {verdict}',
  holdsNoMore: '✕ {verdict}',
  newDocument: '{day}: un documento nuevo dice',
  today: 'Hoy',
  open: 'Abrir esta respuesta',
};
