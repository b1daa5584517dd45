/** Invitations: each is an address, and all that were made are ended together. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formats } from '../catalogues/formats.ts';
import { sayMembers } from '../catalogues/members.ts';
import { ProblemNote } from '../problem.tsx';
import { client, type Role } from '../trpc.ts';
import { useAsked } from '../use-question.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { ROLES, roleMay, roleWord } from './role-words.ts';

const DAYS = [1, 7, 30, 365] as const;

export function Invite({ org }: { readonly org: string }): ReactNode {
  const ids = { title: useId(), role: useId(), days: useId() };
  const [role, setRole] = useState<Role>('reader');
  const [days, setDays] = useState<number>(DAYS[0]);
  const ending = useAsked<true>();
  const invite = useMutation({
    mutationFn: () => client.curating.invite.mutate({ org_id: org, role, days }),
  });
  const end = useMutation({
    mutationFn: () => client.curating.endInvitations.mutate({ org_id: org }),
    onSuccess: () => {
      ending.close();
      invite.reset();
    },
  });
  return (
    <section className="invite" aria-labelledby={ids.title}>
      <h2 id={ids.title}>{sayMembers('invite')}</h2>
      <p className="facts">{sayMembers('inviteMeans')}</p>
      <form
        className="invite-form"
        onSubmit={(event) => {
          event.preventDefault();
          end.reset();
          if (!invite.isPending) invite.mutate();
        }}
      >
        <p>
          <label htmlFor={ids.role}>{sayMembers('role')}</label>
          <select
            id={ids.role}
            value={role}
            onChange={({ target }) => setRole(ROLES.find((one) => one === target.value) ?? role)}
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {roleWord(one)}
              </option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor={ids.days}>{sayMembers('until')}</label>
          <select id={ids.days} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {sayMembers('days', { count })}
              </option>
            ))}
          </select>
        </p>
        <button type="submit" className="primary" aria-disabled={invite.isPending}>
          {sayMembers('makeInvitation')}
        </button>
        <button type="button" onClick={() => ending.ask(true)}>
          {sayMembers('endAll')}
        </button>
        <p className="facts invite-may">{roleMay(role)}</p>
      </form>
      {invite.error !== null && <ProblemNote error={invite.error} />}
      <p role="status" className="facts">
        {end.isSuccess && sayMembers('ended')}
      </p>
      {invite.data !== undefined && <Address key={invite.data.invitation} {...invite.data} />}
      {ending.asked && (
        <QuestionDialog
          key={ending.key}
          title={sayMembers('endAllAsked', { organisation: org })}
          means={[sayMembers('endAllMeans')]}
          deed={sayMembers('endAll')}
          isBusy={end.isPending}
          problem={end.error}
          onDo={() => end.mutate()}
          onClose={ending.close}
        />
      )}
    </section>
  );
}

interface AddressProps {
  readonly path: string;
  readonly role: Role;
  readonly expires_at: string;
}

function Address({ path, role, expires_at }: AddressProps): ReactNode {
  const id = useId();
  const address = new URL(path, window.location.origin).href;
  const copy = useMutation({ mutationFn: () => navigator.clipboard.writeText(address) });
  const field = useRef<HTMLInputElement>(null);
  // It is what was asked for.
  useEffect(() => field.current?.focus(), []);
  const time = formats().instant.format(new Date(expires_at));
  return (
    <div className="invite-address">
      <label htmlFor={id}>{sayMembers('address', { role: roleWord(role), time })}</label>
      <input ref={field} id={id} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" onClick={() => copy.mutate()}>
        {sayMembers(copy.isSuccess ? 'copied' : 'copy')}
      </button>
      <p role="status" className="facts">
        {copy.isError && sayMembers('cannotCopy')}
      </p>
    </div>
  );
}
