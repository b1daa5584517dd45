/** The banner's words. What it does in a browser: banner.chromium.test.ts. */
import { expect, it } from 'vitest';
import { verdictText } from '../../bff/banner/browser/words.ts';

const verdict = (state: 'PASS' | 'WARN' | 'FAIL' | 'UNKNOWN', ...reasons: string[]) => ({
  state,
  reasons,
  at: null,
});

it.each([
  [{ verdict: verdict('PASS'), connection: 'live' }, 'en', 'Sources hold'],
  [
    { verdict: verdict('WARN', 'belief_stale'), connection: 'live' },
    'en',
    'Something changed, its sources are old',
  ],
  [{ verdict: verdict('WARN', 'superseded'), connection: 'live' }, 'en', 'Something changed'],
  [
    { verdict: verdict('FAIL'), connection: 'lost' },
    'en',
    'No longer holds: connection lost, this is the last known verdict',
  ],
  [
    { verdict: null, connection: 'lost' },
    'en',
    'Not evaluated yet: connection lost, this is the last known verdict',
  ],
  [{ verdict: null, connection: 'connecting' }, 'en', 'Checking the sources…'],
  [{ verdict: verdict('PASS'), connection: 'refused' }, 'en', 'This verdict is not shared any more'],
  [{ verdict: verdict('FAIL'), connection: 'live' }, 'de-AT', 'Gilt nicht mehr'],
  [
    { verdict: verdict('FAIL', 'snapshot_stale'), connection: 'live' },
    'es',
    'Ya no se sostiene, sus fuentes son antiguas',
  ],
  [{ verdict: verdict('FAIL'), connection: 'live' }, 'ja', 'No longer holds'],
] as const)('%j in %s is “%s”', (status, lang, text) => {
  expect(verdictText(status, lang)).toBe(text);
});
