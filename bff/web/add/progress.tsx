/** How far the files are, what was left out, and what became of the others. */
import { type ReactNode, useState } from 'react';
import { HOME } from '../address.ts';
import { PlaceLink } from '../place-link.tsx';
import { problemOf, type UploadView } from '../trpc.ts';
import { countOf } from '../words.ts';
import { skippedWords } from './skipped-words.ts';
import { type AddedFile, type Adding, cancel, clear, resume } from './upload-store.ts';

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
          The documents could not be read to the end. What was read is here; add the files again to complete
          them.
        </p>
      )}
      <Skipped files={files} report={adding.upload?.report ?? null} />
      <p className="action-line">
        {stage === 'stopped' && (
          <button type="button" onClick={resume}>
            Go on
          </button>
        )}
        {isEnded ? (
          <button type="button" onClick={clear}>
            Add more
          </button>
        ) : (
          <button type="button" onClick={() => void cancel()}>
            Cancel
          </button>
        )}
        {stage === 'done' && (
          <PlaceLink to={{ ...HOME, corpus: adding.corpus }}>Ask the corpus {adding.corpus}</PlaceLink>
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
      return <p>Sending {countOf(files.length, 'file', 'files')}…</p>;
    case 'waiting':
      return <p>All files are here. Others are being read first…</p>;
    case 'reading':
      return (
        <p>
          Reading into {corpus}: {upload?.done ?? 0} of {upload?.of ?? files.length}. You can go on meanwhile.
        </p>
      );
    case 'done':
      return <Done report={upload?.report ?? null} corpus={corpus} />;
    case 'cancelled':
      return <p>Cancelled. What had been read before is in {corpus}; nothing else was added.</p>;
    case 'failed':
      return null;
  }
}

interface DoneProps {
  readonly report: UploadView['report'];
  readonly corpus: string;
}

function Done({ report, corpus }: DoneProps): ReactNode {
  if (report === null) return <p>None of these files can be read: nothing was added to {corpus}.</p>;
  const { added, changed, unchanged, claims } = report;
  return (
    <p>
      {countOf(added, 'document', 'documents')} added to {corpus}, with{' '}
      {countOf(claims, 'statement', 'statements')}
      {changed > 0 && `; ${countOf(changed, 'has a new version', 'have new versions')}`}
      {unchanged > 0 && `; ${countOf(unchanged, 'was', 'were')} here already`}.
    </p>
  );
}

function Files({ files }: { readonly files: readonly AddedFile[] }): ReactNode {
  const unsent = files.filter(({ state }) => state === 'sending' || state === 'waiting');
  return (
    <ul className="add-files">
      {unsent.slice(0, FILES_SHOWN).map(({ name, size, sent }) => (
        <li key={name}>
          <span dir="auto">{name}</span>
          <progress value={sent} max={Math.max(1, size)} aria-label={`Sent of ${name}`} />
        </li>
      ))}
      {unsent.length > FILES_SHOWN && <li className="facts">and {unsent.length - FILES_SHOWN} more</li>}
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
    name: one.line === null ? one.name : `${one.name}, line ${one.line}`,
    why: skippedWords(one),
  }));
  const rows = [...unsent, ...unread];
  const count = unsent.length + (report?.skipped_count ?? 0);
  if (count === 0) return null;
  return (
    <section aria-labelledby="skipped">
      <h2 id="skipped">Left out ({count})</h2>
      <table className="skipped">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Why</th>
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
          Show all {rows.length}
        </button>
      )}
      {count > rows.length && <p className="facts">and {count - rows.length} more</p>}
    </section>
  );
}
