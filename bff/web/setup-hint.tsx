/** A hint to improve the setup: a reader who dismisses it does not see it again in this browser. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { sayServer } from './catalogues/say-server.ts';
import { sayShell } from './catalogues/shell.ts';
import { trpc } from './trpc.ts';

const keyOf = (id: string): string => `adduce.dismissed.${id}`;

export function SetupHint(): ReactNode {
  const { data: hint } = useQuery(trpc.setupHint.queryOptions());
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (hint == null || hint.id === dismissed || wasDismissed(hint.id)) return null;
  const dismiss = (): void => {
    setDismissed(hint.id);
    noteDismissed(hint.id);
  };
  return (
    <aside className="hint muted" aria-label={sayShell('setup')}>
      <p>
        <code>{hint.command}</code> {sayServer(hint.gain)}.
      </p>
      <button type="button" className="quiet" onClick={dismiss}>
        {sayShell('dismiss')}
      </button>
    </aside>
  );
}

function wasDismissed(id: string): boolean {
  try {
    return localStorage.getItem(keyOf(id)) !== null;
  } catch {
    // A browser that stores nothing for this page shows the hint again.
    return false;
  }
}

function noteDismissed(id: string): void {
  try {
    localStorage.setItem(keyOf(id), '1');
  } catch {
    // As above.
  }
}
