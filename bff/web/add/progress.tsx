/** How far the files are, what was left out, and what became of the others. */
import { type ReactNode, useState } from 'react';
import { HOME } from '../address.ts';
import { sayAdd } from '../catalogues/add.ts';
import { PlaceLink } from '../place-link.tsx';
import { problemOf, type UploadView } from '../trpc.ts';
import type { AddedFile, Adding } from './adding.ts';
import { skippedWords } from './skipped-words.ts';
import { cancel, clear, resume } from './upload-store.ts';

/** Files that are on the screen; a folder has a thousand. */
const FILES_SHOWN = 50;

export function Progress({ adding }: { readonly adding: Adding }): ReactNode {
  const { stage, files } = adding;
  const isEnded = stage === 'done' || stage === 'failed' || stage === 'cancelled';
  return (
    <>
      <div role="status">
        <Stage adding={adding} />
      </div>
      {stage === 'sending' && <Files files={files} />}
      {stage === 'stopped' && (
        <div className="problem" role="alert">
          <p>{problemWords(adding.problem)}</p>
        </div>
      )}
      {stage === 'failed' && (
        <p className="problem" role="alert">
          {sayAdd('failed')}
        </p>
      )}
      <Skipped files={files} report={adding.upload?.report ?? null} />
      <p className="action-line">
        {stage === 'stopped' && (
          <button type="button" onClick={resume}>
            {sayAdd('goOn')}
          </button>
        )}
        {isEnded ? (
          <button type="button" onClick={clear}>
            {sayAdd('addMore')}
          </button>
        ) : (
          <button type="button" onClick={() => void cancel()}>
            {sayAdd('cancel')}
          </button>
        )}
        {stage === 'done' && (
          <PlaceLink to={{ ...HOME, corpus: adding.corpus }}>
            {sayAdd('askCorpus', { corpus: adding.corpus })}
          </PlaceLink>
        )}
      </p>
    </>
  );
}

/** Of an upload that has stopped; a fault of this page's own has its own words. */
function problemWords(error: unknown): string {
  if (error instanceof Error && error.name === 'Error') return error.message;
  const { message, nextStep } = problemOf(error);
  return nextStep === null ? message : `${message} ${nextStep}`;
}

function Stage({ adding: { stage, corpus, files, upload } }: { readonly adding: Adding }): ReactNode {
  switch (stage) {
    case 'sending':
    case 'stopped':
      return <p>{sayAdd('sending', { count: files.length })}</p>;
    case 'waiting':
      return <p>{sayAdd('waiting')}</p>;
    case 'reading':
      return <p>{sayAdd('reading', { corpus, done: upload?.done ?? 0, of: upload?.of ?? files.length })}</p>;
    case 'done':
      return <Done report={upload?.report ?? null} corpus={corpus} />;
    case 'cancelled':
      return <p>{sayAdd('cancelled', { corpus })}</p>;
    case 'failed':
      return null;
  }
}

interface DoneProps {
  readonly report: UploadView['report'];
  readonly corpus: string;
}

function Done({ report, corpus }: DoneProps): ReactNode {
  if (report === null) return <p>{sayAdd('nothingAdded', { corpus })}</p>;
  const { added, changed, unchanged, claims } = report;
  const statements = [
    sayAdd('statements', { count: claims }),
    changed > 0 ? sayAdd('changed', { count: changed }) : '',
    unchanged > 0 ? sayAdd('unchanged', { count: unchanged }) : '',
  ];
  const words = { added: sayAdd('added', { count: added, corpus }), statements: statements.join('') };
  return <p>{sayAdd('done', words)}</p>;
}

function Files({ files }: { readonly files: readonly AddedFile[] }): ReactNode {
  const unsent = files.filter(({ state }) => state === 'sending' || state === 'waiting');
  return (
    <ul className="add-files">
      {unsent.slice(0, FILES_SHOWN).map(({ name, size, sent }) => (
        <li key={name}>
          <span dir="auto">{name}</span>
          <progress value={sent} max={Math.max(1, size)} aria-label={sayAdd('sentOf', { name })} />
        </li>
      ))}
      {unsent.length > FILES_SHOWN && (
        <li className="facts">{sayAdd('more', { count: unsent.length - FILES_SHOWN })}</li>
      )}
    </ul>
  );
}

interface SkippedProps {
  readonly files: readonly AddedFile[];
  readonly report: UploadView['report'];
}

function Skipped({ files, report }: SkippedProps): ReactNode {
  const [isAll, setAll] = useState(false);
  const unsent = files.flatMap(({ name, why }) => (why === null ? [] : [{ name, why }]));
  const unread = (report?.skipped ?? []).map((one) => ({
    name: one.line === null ? one.name : sayAdd('line', { name: one.name, line: one.line }),
    why: skippedWords(one),
  }));
  const rows = [...unsent, ...unread];
  const count = unsent.length + (report?.skipped_count ?? 0);
  if (count === 0) return null;
  return (
    <section aria-labelledby="skipped">
      <h2 id="skipped">{sayAdd('leftOut', { count })}</h2>
      <table className="skipped">
        <thead>
          <tr>
            <th scope="col">{sayAdd('file')}</th>
            <th scope="col">{sayAdd('why')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isAll ? rows.length : FILES_SHOWN).map(({ name, why }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files of one name may be left out
            <tr key={at}>
              <td>
                <bdi>{name}</bdi>
              </td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isAll && rows.length > FILES_SHOWN && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          {sayAdd('showAll', { count: rows.length })}
        </button>
      )}
      {count > rows.length && <p className="facts">{sayAdd('more', { count: count - rows.length })}</p>}
    </section>
  );
}
