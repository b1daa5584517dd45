/** Two texts, one above the other, with the words that went and the words that came. */
import { diffWords } from 'diff';
import { type ReactNode, useMemo } from 'react';
import { sayShell } from './catalogues/shell.ts';
import './word-diff.css';

interface WordDiffProps {
  readonly before: string;
  readonly now: string;
}

export function WordDiff({ before, now }: WordDiffProps): ReactNode {
  const parts = useMemo(() => diffWords(before, now), [before, now]);
  return (
    <dl className="diff">
      <dt>{sayShell('before')}</dt>
      <dd dir="auto">
        {parts.map(({ value, added, removed }, at) => {
          if (added) return null;
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison have no other name
          return removed ? <del key={at}>{value}</del> : value;
        })}
      </dd>
      <dt>{sayShell('now')}</dt>
      <dd dir="auto">
        {parts.map(({ value, added, removed }, at) => {
          if (removed) return null;
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison have no other name
          return added ? <ins key={at}>{value}</ins> : value;
        })}
      </dd>
    </dl>
  );
}
