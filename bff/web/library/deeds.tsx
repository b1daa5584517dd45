/** What can be done with the selected entries: one is shared, two are compared, any number is moved, tagged or deleted. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Share } from '../answer/share.tsx';
import { saySaved } from '../catalogues/saved.ts';
import type { SavedEntry } from '../trpc.ts';
import type { LibraryChanges } from './use-changes.ts';
import { useFacets } from './use-library.ts';
import { useLibraryTravel } from './use-library-place.ts';

const MAX_NAME = 64;

interface DeedsProps {
  /** At least one. */
  readonly chosen: readonly SavedEntry[];
  readonly changes: LibraryChanges;
  readonly onChange: (deed: Promise<boolean>) => void;
  readonly onClear: () => void;
}

export function Deeds({ chosen, changes, onChange, onClear }: DeedsProps): ReactNode {
  const { go } = useLibraryTravel();
  const facets = useFacets();
  const { isBusy } = changes;
  const act = (deed: () => Promise<boolean>): void => {
    if (!isBusy) onChange(deed());
  };
  const [one, other, ...more] = chosen;
  return (
    <section className="library-deeds" aria-label={saySaved('deeds')}>
      <Named
        of="moveTo"
        known={facets?.folder ?? []}
        deeds={[{ words: 'move', act: (folder) => act(() => changes.move(chosen, folder)) }]}
      />
      {chosen.some(({ folder }) => folder !== null) && (
        <button type="button" aria-disabled={isBusy} onClick={() => act(() => changes.move(chosen, null))}>
          {saySaved('moveOut')}
        </button>
      )}
      <Named
        of="tagName"
        known={facets?.tag ?? []}
        deeds={[
          { words: 'addTag', act: (tag) => act(() => changes.tag(chosen, tag)) },
          { words: 'removeTag', act: (tag) => act(() => changes.untag(chosen, tag)) },
        ]}
      />
      {one !== undefined && other !== undefined && more.length === 0 && (
        <button type="button" onClick={() => go({ compared: [one.answer_id, other.answer_id] })}>
          {saySaved('compare')}
        </button>
      )}
      {one !== undefined && other === undefined && <Share key={one.answer_id} answerId={one.answer_id} />}
      <button type="button" aria-disabled={isBusy} onClick={() => act(() => changes.remove(chosen))}>
        {saySaved('delete')}
      </button>
      <button type="button" className="quiet" onClick={onClear}>
        {saySaved('selectNone')}
      </button>
    </section>
  );
}

interface NamedDeed {
  readonly words: 'move' | 'addTag' | 'removeTag';
  readonly act: (name: string) => void;
}

interface NamedProps {
  readonly of: 'moveTo' | 'tagName';
  /** Names to choose from; another one is made by using it. */
  readonly known: readonly { readonly value: string }[];
  /** The first one is that of Enter. */
  readonly deeds: readonly [NamedDeed, ...NamedDeed[]];
}

function Named({ of, known, deeds: [first, ...others] }: NamedProps): ReactNode {
  const list = useId();
  const [name, setName] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    first.act(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <label>
        {saySaved(of)}
        <input
          list={list}
          required
          pattern=".*\S.*"
          maxLength={MAX_NAME}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <datalist id={list}>
        {known.map(({ value }) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <button type="submit">{saySaved(first.words)}</button>
      {others.map(({ words, act }) => (
        <button key={words} type="button" onClick={() => name.trim() !== '' && act(name.trim())}>
          {saySaved(words)}
        </button>
      ))}
    </form>
  );
}
