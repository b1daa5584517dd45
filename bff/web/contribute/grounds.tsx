/** What a contribution rests on: a document here, found by words, or a page of the web. */
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { sayContribute } from '../catalogues/contribute.ts';
import type { Grounds as Found, ShownAnswer } from '../trpc.ts';
import { FindGrounds } from './find-grounds.tsx';

type Document = Pick<Found['documents'][number], 'artefact_id' | 'title' | 'domain'>;

interface GroundsProps {
  readonly answer: ShownAnswer;
  /** The form has other choices now. */
  readonly onFound: () => void;
}

export function Grounds({ answer, onFound }: GroundsProps): ReactNode {
  const ids = { document: useId(), url: useId() };
  const [rests, setRests] = useState<'document' | 'url'>('document');
  const [found, setFound] = useState<readonly Document[]>([]);
  const documents = eachOnce([...found, ...documentsOf(answer)]);
  return (
    <fieldset>
      <legend>{sayContribute('restsOn')}</legend>
      <div className="choices">
        {(['document', 'url'] as const).map((one) => (
          <label key={one} className="choice">
            <input
              type="radio"
              name="rests"
              value={one}
              checked={rests === one}
              onChange={() => setRests(one)}
            />
            {sayContribute(`rests.${one}`)}
          </label>
        ))}
      </div>
      {rests === 'document' ? (
        <>
          <label htmlFor={ids.document}>{sayContribute('document')}</label>
          <select id={ids.document} name="artefact" key={found[0]?.artefact_id}>
            {documents.map(({ artefact_id, title, domain }) => (
              <option key={artefact_id} value={artefact_id}>
                {sayContribute('documentOf', { title, domain })}
              </option>
            ))}
          </select>
          <FindGrounds
            answer={answer}
            label={sayContribute('findDocument')}
            onFound={({ documents: more }) => {
              // The form is read with what it shows now: what was chosen before may be gone.
              flushSync(() => setFound(more));
              onFound();
            }}
            countOf={(grounds) => grounds.documents.length}
          />
        </>
      ) : (
        <>
          <label htmlFor={ids.url}>{sayContribute('address')}</label>
          <input id={ids.url} name="url" type="url" maxLength={2_048} placeholder="https://" dir="ltr" />
          <p className="facts">{sayContribute('addressMeans')}</p>
        </>
      )}
    </fieldset>
  );
}

function documentsOf({ artefacts, looked_at: others }: ShownAnswer): readonly Document[] {
  const shown = others.map(({ artefact_id, title, domain }) => ({
    artefact_id,
    domain,
    title: title ?? sayContribute('untitled'),
  }));
  return [...artefacts, ...shown];
}

function eachOnce(documents: readonly Document[]): readonly Document[] {
  return [...new Map(documents.map((one) => [one.artefact_id, one])).values()];
}
