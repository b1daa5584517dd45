/** What a banner says, in English, German and Spanish. */
import type { VerdictStatus } from './verdict-status.ts';

interface Words {
  readonly PASS: string;
  readonly WARN: string;
  readonly FAIL: string;
  readonly UNKNOWN: string;
  readonly aged: string;
  readonly connecting: string;
  readonly lost: string;
  readonly refused: string;
}

const CATALOGUES: Readonly<Record<string, Words>> = {
  en: {
    PASS: 'Sources hold',
    WARN: 'Something changed',
    FAIL: 'No longer holds',
    UNKNOWN: 'Not evaluated yet',
    aged: 'its sources are old',
    connecting: 'Checking the sources…',
    lost: 'connection lost, this is the last known verdict',
    refused: 'This verdict is not shared any more',
  },
  de: {
    PASS: 'Die Quellen tragen',
    WARN: 'Etwas hat sich geändert',
    FAIL: 'Gilt nicht mehr',
    UNKNOWN: 'Noch nicht geprüft',
    aged: 'die Quellen sind alt',
    connecting: 'Quellen werden geprüft …',
    lost: 'Verbindung verloren, letzter bekannter Stand',
    refused: 'Dieses Urteil wird nicht mehr geteilt',
  },
  es: {
    PASS: 'Las fuentes lo sostienen',
    WARN: 'Algo ha cambiado',
    FAIL: 'Ya no se sostiene',
    UNKNOWN: 'Aún sin evaluar',
    aged: 'sus fuentes son antiguas',
    connecting: 'Comprobando las fuentes…',
    lost: 'conexión perdida, este es el último veredicto conocido',
    refused: 'Este veredicto ya no se comparte',
  },
};

/** The sentence of a status. @param lang BCP 47; English where there is no catalogue for it */
export function verdictText({ verdict, connection }: VerdictStatus, lang = 'en'): string {
  const words = CATALOGUES[lang.split('-')[0]?.toLowerCase() ?? ''] ?? CATALOGUES.en;
  if (words === undefined) return '';
  if (connection === 'refused') return words.refused;
  if (verdict === null) return connection === 'lost' ? `${words.UNKNOWN}: ${words.lost}` : words.connecting;
  const parts = [words[verdict.state]];
  if (isAged(verdict.reasons)) parts.push(words.aged);
  const text = parts.join(', ');
  return connection === 'lost' ? `${text}: ${words.lost}` : text;
}

/** Whether a verdict is what it is by age, rather than by what was found. */
function isAged(reasons: readonly string[]): boolean {
  return reasons.some((code) => code.endsWith('_stale'));
}
