import type { receipt as english } from '../en/receipt.ts';
import type { Translated } from '../message.ts';

export const receipt: Translated<typeof english> = {
  check: 'Eine Quittung prüfen',
  checkLead:
    'Die Datei wird von diesem Browser gelesen und geprüft und nirgendwohin gesendet. Wählen Sie die JSON-Datei einer Quittung.',
  receipt: 'Quittung',
  key: 'Der öffentliche Schlüssel des Protokolls, von dessen Betreiber; ohne ihn wird der Unterzeichner nicht geprüft',
  tooLarge: 'Diese Datei ist zu groß für eine Quittung.',
  verifying: 'Wird geprüft …',
  verification: 'Prüfung',

  verifyingReceipt: 'Die Quittung wird geprüft …',
  readHere:
    'Dieser Browser hat die Quittung gelesen und selbst geprüft, mit den Schlüsseln, die dieser Server für sein Protokoll nennt. Um sie zu prüfen, ohne diesem Server zu vertrauen, nehmen Sie die Quittung und {program} an einen anderen Ort mit.',
  failed: {
    one: 'Nicht bestätigt: {count} von {all} Schritten ist fehlgeschlagen.',
    other: 'Nicht bestätigt: {count} von {all} Schritten sind fehlgeschlagen.',
  },
  passed: {
    one: '{count} von {all} Schritten in diesem Browser bestätigt, keiner fehlgeschlagen.',
    other: '{count} von {all} Schritten in diesem Browser bestätigt, keiner fehlgeschlagen.',
  },
  'outcome.failed': 'Fehlgeschlagen',
  'outcome.open': 'Nicht geprüft',
  'outcome.ok': 'Bestätigt',
  'step.form': 'Form',
  'step.receipt_hash': 'Hash der Quittung',
  'step.log_entry': 'Eintrag im Protokoll',
  'step.inclusion': 'Nachweis des Eintrags',
  'step.checkpoint': 'Signierter Kontrollpunkt',
  'step.provenance': 'Einträge der Dokumente',
  'step.snapshot': 'Momentaufnahme des Korpus',
  'step.claims': 'Aussagen',
  'step.spans': 'Zitierte Worte',
  'step.choice': 'Wahl der Sätze',
  'step.cover': 'Abdeckung durch Belege',
  'step.redundancy': 'Nichts Überflüssiges',
  'step.selection': 'Auswahl, nachgerechnet',
  'step.coverage': 'Abdeckung, nachgerechnet',
  'step.primary': 'Hauptdokument',
  'step.cost': 'Kosten',
  'step.replay': 'Die ganze Antwort, nachgerechnet',

  sharedWithYou: 'Eine Antwort, die mit Ihnen geteilt wurde',
  cannotShow: 'Diese Antwort kann nicht angezeigt werden',
  receiptAs: 'Quittung als {format}',
  notReadAgain:
    'Das Urteil wurde um {time} gelesen und konnte nicht erneut gelesen werden: Es kann sich geändert haben. {problem}',
  sharedOn: 'Geteilt am {day}.',
  nothingAnswers: 'Nichts hier beantwortet das.',
  asKnownOn: 'Wissensstand: {day}',
  verdict: 'Urteil',
  verdictOf: 'Urteil vom {day}, Protokolleintrag {seq}',
  source: 'Quelle {number}',
  sources: 'Quellen',
  proof: 'Beweis',
  checkedHere: 'Dieser Browser hat die Quittung selbst geprüft.',
};
