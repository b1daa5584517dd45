/** Saved entries as a table: sorted by the heads of its columns, selected by the box of each row. */
import { type ReactNode, useEffect, useRef } from 'react';
import { saySaved } from '../catalogues/saved.ts';
import type { SavedEntry } from '../trpc.ts';
import { dayWords } from '../words.ts';
import { beginsDown, type LibraryPlace, SORTS, type SortName } from './place.ts';
import { CorpusCell, FolderCell, Pick, type ShownEntries, TitleCell, VerdictCell } from './saved-cells.tsx';
import { useLibraryTravel } from './use-library-place.ts';

export function SavedTable({ rows, selected, select, caption }: ShownEntries): ReactNode {
  return (
    <table className="saved-table">
      <caption className="unseen">
        {saySaved('list.saved')}: {caption}
      </caption>
      <thead>
        <tr>
          <th scope="col" className="saved-box">
            <PickPage rows={rows} selected={selected} select={select} />
          </th>
          {SORTS.map((name) => (
            <Head key={name} name={name} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <Row
            key={entry.id}
            entry={entry}
            isSelected={selected.has(entry.id)}
            onSelect={(isSelected) => select([entry.id], isSelected)}
          />
        ))}
      </tbody>
    </table>
  );
}

function Head({ name }: { readonly name: SortName }): ReactNode {
  const { place, go } = useLibraryTravel();
  const isDown = place.sort === name ? !place.isDown : beginsDown(name);
  return (
    <th scope="col" className={`saved-${name}`} aria-sort={sortOf(place, name)}>
      <button type="button" className="sort" onClick={() => go({ sort: name, isDown, page: 1 })}>
        {saySaved(`column.${name}`)}
      </button>
    </th>
  );
}

function sortOf({ sort, isDown }: LibraryPlace, name: SortName) {
  if (sort !== name) return 'none';
  return isDown ? 'descending' : 'ascending';
}

function PickPage({ rows, selected, select }: Omit<ShownEntries, 'caption'>): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  const count = rows.filter(({ id }) => selected.has(id)).length;
  const isSome = count > 0 && count < rows.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className="saved-pick">
      <input
        ref={box}
        type="checkbox"
        checked={count > 0 && count === rows.length}
        onChange={({ target }) =>
          select(
            rows.map(({ id }) => id),
            target.checked,
          )
        }
      />
      <span className="unseen">{saySaved('selectPage')}</span>
    </label>
  );
}

interface RowProps {
  readonly entry: SavedEntry;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

function Row({ entry, isSelected, onSelect }: RowProps): ReactNode {
  return (
    <tr data-saved={entry.id} data-selected={isSelected}>
      <td>
        <Pick entry={entry} isSelected={isSelected} onSelect={onSelect} />
      </td>
      <th scope="row">
        <TitleCell entry={entry} />
      </th>
      <td>
        <VerdictCell entry={entry} />
      </td>
      <td>
        <FolderCell entry={entry} />
      </td>
      <td>
        <CorpusCell entry={entry} />
      </td>
      <td>
        <time dateTime={entry.created_at}>{dayWords(entry.created_at)}</time>
      </td>
    </tr>
  );
}
