/** Saved answers as a file: those that are selected, else all that match. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saySaved } from '../catalogues/saved.ts';
import { saveFile } from '../save-file.ts';
import type { SavedEntry } from '../trpc.ts';
import { filterOf, type LibraryPlace } from './place.ts';
import { useLibraryTravel } from './use-library-place.ts';

/** Entries that one address names. */
const MAX_NAMED = 100;
const FORMATS = [
  ['csv', 'CSV'],
  ['ris', 'RIS'],
  ['md', 'Markdown'],
] as const;

export function ExportSaved({ chosen }: { readonly chosen: readonly SavedEntry[] }): ReactNode {
  const { place } = useLibraryTravel();
  const save = useMutation({
    mutationFn: (format: string) => {
      if (chosen.length > MAX_NAMED) throw new Error(saySaved('exportTooMany', { most: MAX_NAMED }));
      return saveFile(pathOf(place, chosen, format));
    },
  });
  return (
    <fieldset className="library-export">
      <legend>
        {chosen.length === 0 ? saySaved('exportAll') : saySaved('exportSelected', { count: chosen.length })}
      </legend>
      {FORMATS.map(([format, name]) => (
        <button
          key={format}
          type="button"
          aria-disabled={save.isPending}
          onClick={() => save.isPending || save.mutate(format)}
        >
          {name}
        </button>
      ))}
      <span role="status" className="facts">
        {save.isSuccess && saySaved('exported', { file: save.data })}
        {save.isError && save.error.message}
      </span>
    </fieldset>
  );
}

function pathOf(place: LibraryPlace, chosen: readonly SavedEntry[], format: string): string {
  const query = new URLSearchParams({ format });
  const named = chosen.length === 0 ? filterOf(place) : { ids: chosen.map(({ id }) => id).join() };
  for (const [name, value] of Object.entries(named)) query.set(name, String(value));
  return `/api/saved/export?${query}`;
}
