/** Saves an answer under a title, in a folder, under tags. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
import { messageOf, type ShownAnswer, trpc } from '../trpc.ts';

const MAX_TITLE = 200;

export function SaveForm({ answer }: { readonly answer: ShownAnswer }): ReactNode {
  const cache = useQueryClient();
  const ids = { title: useId(), folder: useId(), tags: useId() };
  const save = useMutation(
    trpc.saved.save.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.saved.list.infiniteQueryKey() }),
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(savedFrom(answer, new FormData(event.currentTarget)));
  };
  return (
    <details className="save">
      <summary>Save this answer</summary>
      <form onSubmit={submit}>
        <label htmlFor={ids.title}>Title</label>
        <input
          id={ids.title}
          name="title"
          required
          maxLength={MAX_TITLE}
          defaultValue={answer.q.slice(0, MAX_TITLE)}
        />
        <label htmlFor={ids.folder}>Folder</label>
        <input id={ids.folder} name="folder" maxLength={64} placeholder="none" />
        <label htmlFor={ids.tags}>Tags, separated by commas</label>
        <input id={ids.tags} name="tags" maxLength={400} />
        <button type="submit" aria-disabled={save.isPending}>
          Save
        </button>
        <p role="status">
          {save.isSuccess && 'Saved.'}
          {save.isError && messageOf(save.error)}
        </p>
      </form>
    </details>
  );
}

function savedFrom(answer: ShownAnswer, fields: FormData) {
  const text = (name: string): string => String(fields.get(name) ?? '').trim();
  const tags = text('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const folder = text('folder');
  return { answer_id: answer.answer_id, title: text('title'), tags, ...(folder === '' ? {} : { folder }) };
}
