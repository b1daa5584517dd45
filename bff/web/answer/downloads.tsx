/** Downloads of an answer: what proves it, and what an auditor reads. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import { saveFile } from '../save-file.ts';

interface FileKind {
  readonly word: string;
  /** Appended to the answer's address. */
  readonly path: string;
}

const RECEIPTS: readonly FileKind[] = [
  { word: 'HTML', path: 'receipt?download=html' },
  { word: 'JSON', path: 'receipt?download=json' },
  { word: 'CBOR', path: 'receipt?download=cbor' },
];

const REPORTS: readonly FileKind[] = [
  { word: 'HTML', path: 'trust-report?format=html' },
  { word: 'PDF', path: 'trust-report?format=pdf' },
  { word: 'JSON', path: 'trust-report?format=json' },
];

export function Downloads({ answerId }: { readonly answerId: string }): ReactNode {
  const saving = useMutation({
    mutationFn: (path: string) => saveFile(`/api/answers/${encodeURIComponent(answerId)}/${path}`),
  });
  const start = (path: string): void => {
    if (!saving.isPending) saving.mutate(path);
  };
  return (
    <section className="downloads" aria-label={sayAnswer('downloads')}>
      <h2>{sayAnswer('downloads')}</h2>
      <Files title={sayAnswer('receipt')} kinds={RECEIPTS} busy={saving.isPending} onSave={start} />
      <Files title={sayAnswer('report')} kinds={REPORTS} busy={saving.isPending} onSave={start} />
      <p className={saving.isError ? 'problem' : 'facts'} role="status">
        {saving.isPending && sayAnswer('preparing')}
        {saving.isSuccess && sayAnswer('downloaded', { name: saving.data })}
        {saving.isError && saving.error.message}
      </p>
    </section>
  );
}

interface FilesProps {
  readonly title: string;
  readonly kinds: readonly FileKind[];
  readonly busy: boolean;
  readonly onSave: (path: string) => void;
}

function Files({ title, kinds, busy, onSave }: FilesProps): ReactNode {
  return (
    <fieldset>
      <legend>{title}</legend>
      {kinds.map(({ word, path }) => (
        <button
          key={path}
          type="button"
          aria-label={sayAnswer('fileAs', { title, format: word })}
          aria-disabled={busy}
          onClick={() => onSave(path)}
        >
          {word}
        </button>
      ))}
    </fieldset>
  );
}
