import type { library as english } from '../en/library.ts';
import type { Translated } from '../message.ts';

export const library: Translated<typeof english> = {
  rail: 'Historial y respuestas guardadas',
  newAsk: '+ Preguntar',
  history: 'Historial',
  nothingAsked: 'Todavía no hay preguntas.',
  asKnownOn: 'según lo conocido el {day}',
  olderHistory: 'Mostrar historial anterior',
  saved: 'Guardadas',
  openLibrary: 'Biblioteca',
  nothingSaved: 'Todavía no hay nada guardado.',
  olderSaved: 'Mostrar respuestas guardadas anteriores',
  remove: 'Quitar',
  removeThis: 'Quitar «{title}»',
};
