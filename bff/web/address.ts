/** What the page shows is in its address and nowhere else: a reload, a bookmark and the back button bring it back. Pure. */

export const PANELS = ['evidence', 'against', 'why', 'proof'] as const;
export type Panel = (typeof PANELS)[number];
/** What a reader can put to a statement. */
export const STANCES = ['corroborate', 'dispute', 'supersede', 'annotate'] as const;
export type ContributionStance = (typeof STANCES)[number];
export const MODES = ['light', 'verified', 'audit'] as const;
export type AskMode = (typeof MODES)[number];
/** Lists of the inbox. */
export const INBOX_LISTS = ['new', 'all', 'questions'] as const;
export type InboxList = (typeof INBOX_LISTS)[number];

/** A question as it is asked. */
export interface Question {
  readonly q: string;
  /** `YYYY-MM-DD` or RFC 3339, null for today. */
  readonly asOf: string | null;
  /** Null for the first one. */
  readonly corpus: string | null;
  readonly mode: AskMode;
}

export interface PagePlace extends Question {
  readonly view: 'ask' | 'turn' | 'check' | 'add' | 'turned' | 'members';
  /** The answer on the screen; null while the question is being asked, and where there is none. */
  readonly answer: string | null;
  /** The answer that it is compared with. */
  readonly before: string | null;
  readonly panel: Panel | null;
  /** Number of the source whose document is shown. */
  readonly source: number | null;
  /** The form over the answer by which its reader contributes. */
  readonly contribute: ContributionStance | null;
  /** Of the inbox. */
  readonly list: InboxList;
  /** Whose members are shown; null for the first one. */
  readonly org: string | null;
}

export const HOME: PagePlace = {
  view: 'ask',
  q: '',
  asOf: null,
  corpus: null,
  mode: 'verified',
  answer: null,
  before: null,
  panel: null,
  source: null,
  contribute: null,
  list: 'new',
  org: null,
};

/** What an address does not say, or says in words that are not known, is as on the first page. */
export function readPlace(search: string): PagePlace {
  const query = new URLSearchParams(search);
  const source = Number(query.get('source'));
  const q = query.get('q') ?? '';
  return {
    view: oneOf(['turn', 'check', 'add', 'turned', 'members'] as const, query.get('view')) ?? 'ask',
    // Nothing is asked by spaces alone.
    q: q.trim() === '' ? '' : q,
    asOf: query.get('as_of'),
    corpus: query.get('corpus'),
    mode: oneOf(MODES, query.get('mode')) ?? HOME.mode,
    answer: query.get('answer'),
    before: query.get('before'),
    panel: oneOf(PANELS, query.get('panel')),
    source: Number.isSafeInteger(source) && source > 0 ? source : null,
    contribute: oneOf(STANCES, query.get('contribute')),
    list: oneOf(INBOX_LISTS, query.get('list')) ?? HOME.list,
    org: query.get('org'),
  };
}

/** The address of a place: `/`, or `/?…`. */
export function addressOf({
  view,
  q,
  asOf,
  corpus,
  mode,
  answer,
  before,
  panel,
  source,
  contribute,
  list,
  org,
}: PagePlace): string {
  const parts = {
    view: view === HOME.view ? null : view,
    q: q === '' ? null : q,
    as_of: asOf,
    corpus,
    mode: mode === HOME.mode ? null : mode,
    answer,
    before,
    panel,
    source: source === null ? null : String(source),
    contribute,
    list: list === HOME.list ? null : list,
    org,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value !== null) query.set(name, value);
  return query.size === 0 ? '/' : `/?${query}`;
}

/** The same question, whatever else is shown. */
export function questionOf({ q, asOf, corpus, mode }: Question): Question {
  return { q, asOf, corpus, mode };
}

function oneOf<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((one) => one === value) ?? null;
}
