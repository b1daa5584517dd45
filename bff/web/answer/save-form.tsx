/** Saves an answer under a title, in a folder, under tags. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import { messageOf, type SavedEntry, type ShownAnswer, trpc } from '../trpc.ts';
import { outdateSaved, useSaved } from '../use-lists.ts';
import { MAX_TITLE, offeredTitle, savedFields } from './saved-fields.ts';

interface SaveFormProps {
  readonly answer: ShownAnswer;
}

/** An answer that is saved already is shown as it was saved: saving it again wipes nothing. */
export function SaveForm({ answer }: SaveFormProps): ReactNode {
  const cache = useQueryClient();
  const saved = useSaved().items.find((one) => one.answer_id === answer.answer_id) ?? null;
  const save = useMutation(
    trpc.saved.save.mutationOptions({
      onSuccess: () => outdateSaved(cache),
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(savedFields(new FormData(event.currentTarget), answer, saved));
  };
  return (
    <details className="save">
      <summary>{sayAnswer(saved === null ? 'saveAnswer' : 'savedAnswer')}</summary>
      <form onSubmit={submit}>
        <SaveFields key={saved?.id} answer={answer} saved={saved} />
        <button type="submit" aria-disabled={save.isPending}>
          {sayAnswer('save')}
        </button>
        <p role="status">
          {save.isSuccess && sayAnswer('saved')}
          {save.isError && messageOf(save.error)}
        </p>
      </form>
    </details>
  );
}

function SaveFields({ answer, saved }: SaveFormProps & { readonly saved: SavedEntry | null }): ReactNode {
  const ids = { title: useId(), folder: useId(), tags: useId() };
  const title = saved?.title ?? offeredTitle(answer);
  return (
    <>
      <label htmlFor={ids.title}>{sayAnswer('title')}</label>
      <input id={ids.title} name="title" required maxLength={MAX_TITLE} defaultValue={title} dir="auto" />
      <label htmlFor={ids.folder}>{sayAnswer('folder')}</label>
      <input
        id={ids.folder}
        name="folder"
        maxLength={64}
        placeholder={sayAnswer('noFolder')}
        defaultValue={saved?.folder ?? ''}
        dir="auto"
      />
      <label htmlFor={ids.tags}>{sayAnswer('tags')}</label>
      <input
        id={ids.tags}
        name="tags"
        maxLength={400}
        defaultValue={saved?.tags.join(', ') ?? ''}
        dir="auto"
      />
    </>
  );
}
