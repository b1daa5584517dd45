import type { home as english } from '../en/home.ts';
import type { Translated } from '../message.ts';

export const home: Translated<typeof english> = {
  heading: 'Respuestas que saben cuándo dejan de ser ciertas.',
  lead: 'Cada respuesta cita sus documentos y su veredicto sigue la evidencia: cuando esta cambia, la respuesta lo dice.',
  deeds: 'Ver cómo funciona',
  watchTurn: 'Ver un cambio',
  checkReceipt: 'Comprobar un recibo',
  explore: 'Explorar las afirmaciones',
  addDocuments: 'Añadir sus documentos',
  noCorpus: 'Aquí no hay ningún corpus «{corpus}».',
  goToCorpus: 'Preguntar en su lugar a {corpus}',
  try: 'Pruebe',
  changedIn: 'cambió en {month}',
  valuesSince: '{count} valores desde {year}',
};
