/** Public links of a member to answers of the organisation, which its curators can end. They are read when they are opened. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { sayMembers } from '../catalogues/members.ts';
import { client, type Member, messageOf, trpc } from '../trpc.ts';
import { dayWords } from '../words.ts';
import { nameOf } from './role-words.ts';

/** Of an answer's id: enough to tell a few apart. */
const SHOWN_LETTERS = 8;

interface MemberLinksProps {
  readonly org: string;
  readonly member: Member;
}

export function MemberLinks({ org, member }: MemberLinksProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="member-links" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={sayMembers('linksOf', { name: nameOf(member) })}>{sayMembers('links')}</summary>
      {isOpen && <Links org={org} userId={member.user_id} />}
    </details>
  );
}

function Links({ org, userId }: { readonly org: string; readonly userId: string }): ReactNode {
  const person = { org_id: org, user_id: userId };
  const cache = useQueryClient();
  const status = useRef<HTMLParagraphElement>(null);
  const { data, error } = useQuery(trpc.curating.links.queryOptions(person));
  const end = useMutation({
    mutationFn: (id: string) => client.curating.revokeLink.mutate({ ...person, id }),
    onSettled: () => cache.invalidateQueries(trpc.curating.links.queryFilter(person)),
    // The button goes with its link: reading goes on here.
    onSuccess: () => status.current?.focus(),
  });
  return (
    <div className="member-shared">
      <p className="facts">{sayMembers('linksMean')}</p>
      <p ref={status} tabIndex={-1} role="status" className="facts">
        {error !== null && messageOf(error)}
        {end.isError && messageOf(end.error)}
        {end.isSuccess && `${sayMembers('linkEnded')} `}
        {data?.items.length === 0 && sayMembers('linksNone')}
      </p>
      <ul>
        {data?.items.map(({ id, kind, answer_id, created_at }) => {
          const letters = answer_id.replace(/^ans_/, '').slice(0, SHOWN_LETTERS);
          const day = dayWords(created_at);
          return (
            <li key={id}>
              <span>{sayMembers(kind === 'page' ? 'linkPage' : 'linkBanner', { day })}</span>
              <code>{letters}</code>
              <button
                type="button"
                aria-label={sayMembers('endLinkOf', { id: letters })}
                aria-disabled={end.isPending}
                onClick={() => end.isPending || end.mutate(id)}
              >
                {sayMembers('endLink')}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
