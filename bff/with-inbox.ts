/** A page's stream with word of its visitor's inbox, which any process may have added to. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BffContext, Visitor } from './bff-context.ts';
import { countUnseen, turnedView } from './turned.ts';
import type { WatchEvent } from './watch-event.ts';

/** Between two looks at the revision, which is one row. */
const LOOK_MS = 1_000;
const LOOK = Symbol('look');

/** Says the inbox at its beginning, where the visitor has one, and whenever it changes. */
export async function* withInbox(
  bff: BffContext,
  { user }: Pick<Visitor, 'user'>,
  stream: AsyncGenerator<WatchEvent, void, void>,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent, void, void> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const soon = () => pause(LOOK_MS, LOOK, { signal: either }).catch((): typeof LOOK => LOOK);
  try {
    const visit = { user, at: bff.now(), paceMs: bff.lookTiming.pace };
    await bff.records.visit(visit).catch(() => undefined);
    let revision = 0;
    let look: Promise<typeof LOOK> = Promise.resolve(LOOK);
    let next = asked(stream);
    while (true) {
      const step = await Promise.race([look, next]);
      if (step !== LOOK) {
        if (step.done === true) return;
        next = asked(stream);
        yield step.value;
        continue;
      }
      if (signal.aborted) look = new Promise(() => {});
      else {
        // While the records are out of reach, the inbox is as it was.
        const inbox = await inboxBehind(bff, user, revision).catch(() => null);
        revision = inbox?.revision ?? revision;
        look = soon();
        if (inbox !== null) yield inbox;
      }
    }
  } finally {
    ended.abort();
    await stream.return();
  }
}

/** Null where nothing changed since that revision. */
async function inboxBehind(
  bff: BffContext,
  user: string,
  known: number,
): Promise<Extract<WatchEvent, { type: 'inbox' }> | null> {
  if ((await bff.records.inboxRevision(user)) === known) return null;
  const count = await countUnseen(bff, user);
  const [latest] = await bff.records.turns({ user, unseen: true, limit: 1 });
  return { type: 'inbox', ...count, latest: latest === undefined ? null : turnedView(latest) };
}

/** A failure while the page takes an event is thrown at the next one. */
function asked(stream: AsyncGenerator<WatchEvent, void, void>): Promise<IteratorResult<WatchEvent, void>> {
  const next = stream.next();
  next.catch(() => undefined);
  return next;
}
