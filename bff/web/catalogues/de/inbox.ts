import type { inbox as english } from '../en/inbox.ts';
import type { Translated } from '../message.ts';

export const inbox: Translated<typeof english> = {
  turned: 'Gewendet',
  title: 'Gewendet · Adduce',
  titleUnseen: 'Gewendet {count} · Adduce',
  lead: 'Was sich bei Ihren gespeicherten Antworten und den beobachteten Fragen geändert hat.',
  lists: 'Listen',
  'list.new': 'Neu',
  'list.all': 'Alle',
  'list.questions': 'Beobachtete Fragen',
  unseen: { one: '{count} Änderung nicht gesehen', other: '{count} Änderungen nicht gesehen' },
  notSeenYet: 'Noch nicht gesehen',
  allChanges: 'Alle Änderungen',
  nothingNew: 'Nichts Neues.',
  nothingChanged: 'Noch hat sich nichts geändert.',
  markAll: 'Alle als gesehen markieren',
  olderChanges: 'Ältere Änderungen anzeigen',
  'kind.changed': 'Die Antwort hat sich geändert',
  'kind.gap_closed': 'Jetzt gibt es eine Antwort',
  'kind.gap_opened': 'Nichts beantwortet sie mehr',
  'kind.verdict': 'Dieselbe Antwort hat ein anderes Urteil',
  'kind.restored': 'Sie hat sich geändert und ist wieder wie zuvor',
  afterChanges: { one: '{kind}, nach {count} Änderung', other: '{kind}, nach {count} Änderungen' },
  notification: '{kind} · Adduce',
  watchedQuestion: 'beobachtete Frage',
  savedAnswer: 'gespeicherte Antwort',
  asKnownOn: 'Wissensstand: {day}',
  verdict: 'Urteil: {now}',
  verdictTurned: 'Urteil: {before} → {now}',
  markSeen: 'Als gesehen markieren',
  markThisSeen: 'Als gesehen markieren: {question}',
  seen: 'gesehen am {day}',
  watchesNone: 'Sie beobachten noch keine Frage: Jede Antwort hat eine Schaltfläche dafür.',
  engineAway:
    'Die Engine ist seit {time} nicht erreichbar: Fragen werden erneut gestellt, sobald sie wieder da ist.',
  notAsked: 'Sie konnte seit dem {day} nicht gestellt werden: {problem} Es wird erneut versucht.',
  lookedAt: '{ago} überprüft',
  stop: 'Nicht mehr beobachten',
  stopThis: '„{question}“ nicht mehr beobachten',
  watch: 'Diese Frage beobachten',
  watched:
    'Sie wird erneut gestellt, wenn ihr Korpus wächst. Ändert sich ihre Antwort, steht es unter {inbox}.',
  watchedEmpty:
    'Sie wird erneut gestellt, wenn ihr Korpus wächst. Ändert sich ihre Antwort oder gibt es eine, steht es unter {inbox}.',
  'notify.unsupported':
    'Dieser Browser zeigt keine Benachrichtigungen von Seiten an; im Eingang steht alles.',
  'notify.denied':
    'Dieser Browser erlaubt der Seite keine Benachrichtigungen: In seinen Einstellungen lässt sich das ändern.',
  'notify.on':
    'Dieser Browser benachrichtigt Sie über jede Änderung, solange ein Fenster dieser Seite geöffnet ist.',
  notifyMe: 'In diesem Browser benachrichtigen',
  notifyOff: 'Benachrichtigungen ausschalten',
};
