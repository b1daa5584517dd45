/** A link by which anybody may read the answer and verify its receipt, until it is revoked. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { sayAnswer } from '../catalogues/answer.ts';
import { client, messageOf } from '../trpc.ts';

/** One link for each answer: asked for again, it is the same. */
async function linkTo(answerId: string) {
  const { items } = await client.links.list.query();
  const known = items.find(({ kind, answer_id }) => kind === 'page' && answer_id === answerId);
  return known ?? client.links.add.mutate({ answer_id: answerId, kind: 'page' });
}

export function Share({ answerId }: { readonly answerId: string }): ReactNode {
  const share = useMutation({ mutationFn: () => linkTo(answerId) });
  const revoke = useMutation({
    mutationFn: (id: string) => client.links.revoke.mutate({ id }),
    onSuccess: share.reset,
  });
  const { data: link, error = revoke.error } = share;
  if (link !== undefined) {
    const address = new URL(link.path, window.location.href).href;
    return <Address address={address} onRevoke={() => revoke.mutate(link.id)} problem={revoke.error} />;
  }
  return (
    <>
      <button type="button" aria-disabled={share.isPending} onClick={() => share.isPending || share.mutate()}>
        {sayAnswer('share')}
      </button>
      <span role="status">
        {revoke.isSuccess && sayAnswer('revoked')}
        {error !== null && messageOf(error)}
      </span>
    </>
  );
}

interface AddressProps {
  readonly address: string;
  readonly onRevoke: () => void;
  readonly problem: Error | null;
}

function Address({ address, onRevoke, problem }: AddressProps): ReactNode {
  const id = useId();
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(address) });
  return (
    <div className="share">
      <label htmlFor={id}>{sayAnswer('anybody')}</label>
      <input id={id} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <span className="action-line">
        <button type="button" onClick={() => copy.mutate()}>
          {sayAnswer(copy.isSuccess ? 'copied' : 'copyAddress')}
        </button>
        <button type="button" onClick={onRevoke}>
          {sayAnswer('revoke')}
        </button>
      </span>
      <p role="status" className="facts">
        {copy.isError && sayAnswer('cannotCopy')}
        {problem !== null && messageOf(problem)}
      </p>
    </div>
  );
}
