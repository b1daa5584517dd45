import type { receipt as english } from '../en/receipt.ts';
import type { Translated } from '../message.ts';

export const receipt: Translated<typeof english> = {
  check: 'Comprobar un recibo',
  checkLead:
    'Este navegador lee y verifica el archivo: no se envía a ninguna parte. Elija el archivo JSON de un recibo.',
  receipt: 'Recibo',
  key: 'La clave pública del registro, de su operador; sin ella no se comprueba quién firma',
  tooLarge: 'Este archivo es demasiado grande para un recibo.',
  verifying: 'Verificando…',
  verification: 'Verificación',

  verifyingReceipt: 'Verificando el recibo…',
  readHere:
    'Este navegador ha leído el recibo y lo ha comprobado por sí mismo, con las claves que este servidor indica para su registro. Para verificarlo sin confiar en este servidor, lleve el recibo y {program} a otro lugar.',
  failed: {
    one: 'No verificado: ha fallado {count} de {all} pasos.',
    other: 'No verificado: han fallado {count} de {all} pasos.',
  },
  passed: {
    one: '{count} de {all} pasos verificado en este navegador; ninguno ha fallado.',
    other: '{count} de {all} pasos verificados en este navegador; ninguno ha fallado.',
  },
  'outcome.failed': 'Fallido',
  'outcome.open': 'No comprobado',
  'outcome.ok': 'Verificado',
  'step.form': 'Forma',
  'step.receipt_hash': 'Hash del recibo',
  'step.log_entry': 'Entrada en el registro',
  'step.inclusion': 'Prueba de inclusión',
  'step.checkpoint': 'Punto de control firmado',
  'step.provenance': 'Entradas de sus documentos',
  'step.snapshot': 'Instantánea del corpus',
  'step.claims': 'Afirmaciones',
  'step.spans': 'Palabras citadas',
  'step.choice': 'Elección de frases',
  'step.cover': 'Cobertura por la evidencia',
  'step.redundancy': 'Nada superfluo',
  'step.selection': 'Selección, rehecha',
  'step.coverage': 'Cobertura, rehecha',
  'step.primary': 'Documento principal',
  'step.cost': 'Coste',
  'step.replay': 'La respuesta entera, rehecha',

  sharedWithYou: 'Una respuesta compartida con usted',
  cannotShow: 'Esta respuesta no se puede mostrar',
  receiptAs: 'Recibo en {format}',
  notReadAgain:
    'El veredicto se leyó a las {time} y no se pudo volver a leer: puede haber cambiado. {problem}',
  sharedOn: 'Compartida el {day}.',
  nothingAnswers: 'Nada de lo que hay aquí responde a eso.',
  asKnownOn: 'según lo conocido el {day}',
  verdict: 'Veredicto',
  verdictOf: 'Veredicto del {day}, entrada {seq} del registro',
  source: 'Fuente {number}',
  sources: 'Fuentes',
  proof: 'Prueba',
  checkedHere: 'Este navegador ha comprobado el recibo por sí mismo.',
};
