/** Adds documents to a corpus: files and folders, dropped or chosen, with what became of each. */
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { sayAdd } from '../catalogues/add.ts';
import { sayServer } from '../catalogues/say-server.ts';
import { useCorpora } from '../corpus-switch.tsx';
import { useTravel } from '../place-context.ts';
import { ProblemNote } from '../problem.tsx';
import { type AddingLimits, trpc } from '../trpc.ts';
import { useAdding } from './adding.ts';
import { droppedFiles, named, tooMuch } from './chosen-files.ts';
import { Progress } from './progress.tsx';
import { addFiles, type ChosenFile } from './upload-store.ts';
import './add.css';

const NEW = '';
const CORPUS_FORM = '[a-z0-9][a-z0-9\\-]{0,62}';

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function AddDocuments(): ReactNode {
  const adding = useAdding();
  const { data: limits, error } = useQuery(trpc.documents.adding.queryOptions());
  return (
    <article className="add-documents" aria-labelledby="add-title">
      <h1 id="add-title">{sayAdd('heading')}</h1>
      {error !== null && <ProblemNote error={error} />}
      {adding !== null && <Progress adding={adding} />}
      {adding === null && limits !== undefined && <WithRights limits={limits} />}
    </article>
  );
}

/** Who may not add documents sees why, and what it takes. */
function WithRights({ limits }: { readonly limits: AddingLimits }): ReactNode {
  if (limits.needs !== null) {
    return (
      <p className="problem" role="alert">
        {sayServer(limits.needs.message)} {sayServer(limits.needs.next_step)}
      </p>
    );
  }
  return <Choose limits={limits} />;
}

function Choose({ limits }: { readonly limits: AddingLimits }): ReactNode {
  const { place } = useTravel();
  const corpora = useCorpora();
  const ids = { corpus: useId(), name: useId() };
  const [picked, setPicked] = useState<string | null>(null);
  const corpus = picked ?? place.corpus ?? corpora[0]?.name ?? NEW;
  const [name, setName] = useState('');
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const problem = tooMuch(files, limits);
  const start = (): void => {
    if (files.length > 0 && problem === null) addFiles(corpus === NEW ? name : corpus, files, limits);
  };
  return (
    <form
      className="add-form"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <p className="lead">{sayAdd('lead')}</p>
      <p>
        <label htmlFor={ids.corpus}>{sayAdd('corpus')}</label>
        <select id={ids.corpus} value={corpus} onChange={(event) => setPicked(event.target.value)}>
          {corpora.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
          {(limits.makes_corpora || corpora.length === 0) && (
            <option value={NEW}>{sayAdd('newCorpus')}</option>
          )}
        </select>
      </p>
      {corpus === NEW && (
        <p>
          <label htmlFor={ids.name}>{sayAdd('itsName')}</label>
          <input
            id={ids.name}
            required
            pattern={CORPUS_FORM}
            maxLength={63}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </p>
      )}
      <DropZone limits={limits} onFiles={setFiles} />
      <div role="status">
        {files.length > 0 && problem === null && <p>{sayAdd('chosen', { count: files.length })}</p>}
      </div>
      {problem !== null && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <button type="submit" className="primary" aria-disabled={files.length === 0 || problem !== null}>
        {sayAdd('add')}
      </button>
    </form>
  );
}

interface DropZoneProps {
  readonly limits: AddingLimits;
  readonly onFiles: (files: readonly ChosenFile[]) => void;
}

function DropZone({ limits, onFiles }: DropZoneProps): ReactNode {
  const ids = { files: useId(), folder: useId() };
  const [isOver, setOver] = useState(false);
  const [isUnread, setUnread] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    setUnread(false);
    void droppedFiles(event.dataTransfer, limits.max_files).then(onFiles, () => setUnread(true));
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const accept = limits.extensions.map((one) => `.${one}`).join(',');
  return (
    <section
      className="drop"
      aria-label={sayAdd('files')}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{sayAdd('drop')}</p>
      <p>
        <label htmlFor={ids.files}>{sayAdd('files')}</label>
        <input
          id={ids.files}
          type="file"
          multiple
          accept={accept}
          onChange={(event) => onFiles(named([...(event.target.files ?? [])]))}
        />
      </p>
      <p>
        <label htmlFor={ids.folder}>{sayAdd('folder')}</label>
        <input
          id={ids.folder}
          type="file"
          ref={(input) => input?.setAttribute('webkitdirectory', '')}
          onChange={(event) => onFiles(named([...(event.target.files ?? [])]))}
        />
      </p>
      {isUnread && (
        <p role="alert" className="problem">
          {sayAdd('unread')}
        </p>
      )}
      <p className="facts">
        {sayAdd('bounds', {
          kinds: accept.replaceAll(',', ', '),
          file: limits.max_file_bytes / 1_048_576,
          files: limits.max_files,
          all: limits.max_bytes / 1_048_576,
        })}
      </p>
    </section>
  );
}
