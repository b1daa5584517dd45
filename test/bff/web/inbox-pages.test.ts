import { describe, expect, it } from 'vitest';
import type { Turned, TurnedPage } from '../../../bff/web/trpc.ts';
import { unseenOf, withFirst, withSeen } from '../../../bff/web/turned/inbox-pages.ts';

const SIDE = { answer_id: 'ans', summary: 'So many.', findings_state: 'PASS' } as const;

/** Named by its instant: an entry of a later one is before it. */
function turned(minute: number, id = `t_${minute}`): Turned {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return {
    id,
    kind: 'verdict',
    about: 'saved',
    subject: id,
    q: 'How many?',
    as_of: null,
    corpus: null,
    at,
    last_at: at,
    changes: 1,
    seen_at: null,
    before: SIDE,
    now: SIDE,
  };
}

const page = (minutes: readonly number[], next_cursor: string | null): TurnedPage => ({
  items: minutes.map((minute) => turned(minute)),
  next_cursor,
  unseen: 9,
  revision: 4,
});
const pages = (...all: readonly TurnedPage[]) => ({
  pages: [...all],
  pageParams: all.map((_, index) => (index === 0 ? null : `p${index}`)),
});
const idsOf = (here: ReturnType<typeof pages>) => here.pages.map(({ items }) => items.map(({ id }) => id));

describe('what was seen', () => {
  const here = pages(page([9, 8], 'a'), page([7, 6], null));

  it('leaves the list of what is new, on every page', () => {
    expect(idsOf(withSeen(here, 'unseen', new Set(['t_7']), 'now'))).toEqual([['t_9', 't_8'], ['t_6']]);
    expect(idsOf(withSeen(here, 'unseen', new Set(unseenOf(here)), 'now'))).toEqual([[], []]);
    expect(idsOf(withSeen(here, 'unseen', new Set(['unknown']), 'now'))).toEqual(idsOf(here));
  });

  it('is what was listed when all were marked, and not what has come since', () => {
    const marked = new Set(unseenOf(here));
    const later = withFirst(here, page([11, 10, 9], 'x'));
    expect(idsOf(withSeen(later, 'unseen', marked, 'now'))).toEqual([['t_11', 't_10'], []]);
  });

  it('stays in the list of all with its instant, which a second time does not change', () => {
    const once = withSeen(here, 'all', new Set(['t_7']), 'then');
    expect(unseenOf(once)).toEqual(['t_9', 't_8', 't_6']);
    const every = new Set(unseenOf(here));
    const all = withSeen(once, 'all', every, 'now').pages.flatMap(({ items }) => items);
    expect(all.map(({ seen_at }) => seen_at)).toEqual(['now', 'now', 'then', 'now']);
  });
});

describe('a first page that was read again', () => {
  const here = pages(page([9, 8], 'a'), page([7, 6], 'b'), page([5, 4], 'c'));
  const lastCursor = (now: ReturnType<typeof pages>) => now.pages.at(-1)?.next_cursor;

  it('brings new entries, each entry once, and leaves what is behind it', () => {
    const now = withFirst(here, page([11, 10], 'x'));
    expect(idsOf(now)).toEqual([
      ['t_11', 't_10', 't_9', 't_8'],
      ['t_7', 't_6'],
      ['t_5', 't_4'],
    ]);
    expect(lastCursor(now)).toBe('c');
  });

  it('reaches further back where entries have gone', () => {
    const now = withFirst(here, page([9, 6], 'x'));
    expect(idsOf(now)).toEqual([['t_9', 't_6'], [], ['t_5', 't_4']]);
    expect(now.pageParams).toHaveLength(now.pages.length);
  });

  it('is all that there is where it says so, or where nothing is behind it', () => {
    expect(idsOf(withFirst(here, page([], null)))).toEqual([[]]);
    expect(idsOf(withFirst(here, page([9], null)))).toEqual([['t_9']]);
    const further = withFirst(here, page([4, 3], 'x'));
    expect(idsOf(further)).toEqual([['t_4', 't_3']]);
    expect(lastCursor(further)).toBe('x');
    expect(further.pageParams).toHaveLength(1);
  });

  it('tells entries of the same instant by their ids', () => {
    const [b, a, c] = ['b', 'a', 'c'].map((id) => turned(5, id)) as [Turned, Turned, Turned];
    const same = pages({ items: [b, a], next_cursor: 'n', unseen: 9, revision: 4 });
    expect(idsOf(withFirst(same, { items: [c, b], next_cursor: 'x', unseen: 9, revision: 4 }))).toEqual([
      ['c', 'b', 'a'],
    ]);
  });
});
