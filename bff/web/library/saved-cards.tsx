/** Saved entries where a table has no room: a card each, and a choice of their order. */
import { type ReactNode, useId } from 'react';
import { saySaved } from '../catalogues/saved.ts';
import { dayWords } from '../words.ts';
import { beginsDown, SORTS } from './place.ts';
import { CorpusCell, FolderCell, Pick, type ShownEntries, TitleCell, VerdictCell } from './saved-cells.tsx';
import { useLibraryTravel } from './use-library-place.ts';

export function SavedCards({ rows, selected, select, caption }: ShownEntries): ReactNode {
  return (
    <>
      <SortChoice />
      <ul className="saved-cards" aria-label={`${saySaved('list.saved')}: ${caption}`}>
        {rows.map((entry) => (
          <li key={entry.id} data-saved={entry.id} data-selected={selected.has(entry.id)}>
            <Pick
              entry={entry}
              isSelected={selected.has(entry.id)}
              onSelect={(isSelected) => select([entry.id], isSelected)}
            />
            <div className="saved-card">
              <TitleCell entry={entry} />
              <p>
                <VerdictCell entry={entry} />
              </p>
              <p className="facts">
                <FolderCell entry={entry} /> <CorpusCell entry={entry} />{' '}
                <time dateTime={entry.created_at}>{dayWords(entry.created_at)}</time>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function SortChoice(): ReactNode {
  const { place, go } = useLibraryTravel();
  const id = useId();
  return (
    <p className="saved-sort">
      <label htmlFor={id}>{saySaved('sortBy')}</label>
      <select
        id={id}
        value={place.sort}
        onChange={({ target }) => {
          const sort = SORTS.find((one) => one === target.value) ?? place.sort;
          go({ sort, isDown: beginsDown(sort), page: 1 });
        }}
      >
        {SORTS.map((name) => (
          <option key={name} value={name}>
            {saySaved(`column.${name}`)}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => go({ isDown: !place.isDown, page: 1 })}>
        {saySaved(place.isDown ? 'upwards' : 'downwards')}
      </button>
    </p>
  );
}
