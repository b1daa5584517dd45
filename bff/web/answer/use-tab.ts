/** The browser's tab says how the answer in front stands: by its title, and by its picture. */
import { useEffect } from 'react';
import iconBad from '../icons/bad.svg?url&no-inline';
import iconGood from '../icons/good.svg?url&no-inline';
import iconWarn from '../icons/warn.svg?url&no-inline';
import type { FindingsState } from '../trpc.ts';
import type { ShownVerdict } from '../use-verdicts.ts';
import { verdictWord } from '../words.ts';

const NAME = 'Adduce';
const ICON = '/icon.svg';
const ICONS: Readonly<Record<FindingsState, string>> = {
  PASS: iconGood,
  WARN: iconWarn,
  FAIL: iconBad,
  UNKNOWN: ICON,
};
const SIGNS: Readonly<Record<FindingsState, string>> = { PASS: '✓', WARN: '!', FAIL: '✕', UNKNOWN: '?' };

export function useTabOf(q: string, { currency, verdict }: ShownVerdict): void {
  const state = currency === 'current' ? (verdict?.findings_state ?? null) : null;
  const title = state === null ? `${q} · ${NAME}` : `${SIGNS[state]} ${verdictWord(state)}: ${q} · ${NAME}`;
  useEffect(() => {
    document.title = title;
    iconIs(state === null ? ICON : ICONS[state]);
    return () => {
      document.title = NAME;
      iconIs(ICON);
    };
  }, [title, state]);
}

function iconIs(href: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', href);
}
