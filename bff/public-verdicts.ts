/** Verdicts for banners on any site: as they are, and as they change. */

import { z } from 'zod';
import { findingsState } from '../gateway/wire/findings.ts';
import type { BffContext } from './bff-context.ts';
import { linkOf } from './links.ts';
import type { PublicRequest } from './public-request.ts';
import type { LinkRecord } from './records.ts';
import { textStream } from './reply.ts';

/** A verdict as a banner shows it. */
export const bannerVerdict = z.object({
  answer_id: z.string(),
  findings_state: findingsState,
  /** Codes such as `belief_stale`; those that end in `_stale` are of age. */
  reasons: z.array(z.string()).readonly(),
  /** Since when, RFC 3339 UTC; null where that is not known. */
  at: z.string().nullable(),
  /** Log position: a later verdict has a greater one; -1 before the first. */
  seq: z.int(),
});
export type BannerVerdict = z.infer<typeof bannerVerdict>;

export interface BannerVerdicts {
  readonly verdicts: readonly BannerVerdict[];
  /** Tokens that were revoked, or that never were. */
  readonly refused: readonly string[];
  /** Whether the verdicts are current: the engine can be reached. */
  readonly live: boolean;
}

/** At most this often a stream in which nothing changes looks whether its links were revoked at another gateway. */
const REVIEW_MS = 60_000;

export async function readVerdicts(bff: BffContext, tokens: readonly string[]): Promise<BannerVerdicts> {
  const links = await linksOf(bff, tokens);
  const answerIds = new Set([...links.values()].map(({ answer_id }) => answer_id));
  return {
    verdicts: await Promise.all([...answerIds].map((id) => verdictOf(bff, id))),
    refused: tokens.filter((token) => !links.has(token)),
    live: bff.verdicts.live,
  };
}

/**
 * Server-sent events (HTML §9.2): `state` with `{live}`, `verdict` with a `BannerVerdict`, `refused` with the tokens that
 * are not followed, `beat` while nothing changes.
 * @throws {BffRefusal} 429 past the limits
 */
export async function bannerEvents(
  bff: BffContext,
  { network, signal }: PublicRequest,
  tokens: readonly string[],
): Promise<Response> {
  const place = await bff.limits.linkStream(network);
  const body = textStream(follow(bff, tokens, signal), () => place[Symbol.dispose]());
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}

async function* follow(
  bff: BffContext,
  tokens: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const links = await linksOf(bff, tokens);
  const answerIds = [...new Set([...links.values()].map(({ answer_id }) => answer_id))];
  const news = new News(answerIds);
  using _following = bff.verdicts.follow(answerIds, news);
  yield eventOf('refused', { tokens: tokens.filter((token) => !links.has(token)) });
  let reviewed = performance.now();
  while (!signal.aborted) {
    const { changed, live, revoked } = news.take();
    const isDue = revoked.length > 0 || performance.now() - reviewed > REVIEW_MS;
    if (isDue) reviewed = performance.now();
    // By a link that was revoked, here or at another gateway, no verdict is reported any more.
    const gone = await revokedOf(bff, links, isDue ? null : changed);
    for (const token of gone) links.delete(token);
    if (gone.length > 0) yield eventOf('refused', { tokens: gone });
    if (live) yield eventOf('state', { live: bff.verdicts.live });
    const followed = new Set([...links.values()].map(({ answer_id }) => answer_id));
    for (const id of changed) if (followed.has(id)) yield eventOf('verdict', await verdictOf(bff, id));
    if (!news.isEmpty) continue;
    if (!(await news.wait(bff.watchTiming.beat, signal))) yield eventOf('beat', {});
  }
}

/** What happened since a stream last looked: bounded by its answers, however much happens. */
class News {
  #changed: Set<string>;
  #live = true;
  #revoked: string[] = [];
  #wake: () => void = () => undefined;

  /** Everything is new to a stream that begins. */
  constructor(answerIds: readonly string[]) {
    this.#changed = new Set(answerIds);
    this.#answerIds = answerIds;
  }

  readonly #answerIds: readonly string[];

  get isEmpty(): boolean {
    return this.#changed.size === 0 && !this.#live && this.#revoked.length === 0;
  }

  readonly onVerdict = (answerId: string): void => {
    this.#changed.add(answerId);
    this.#wake();
  };

  /** While the engine was lost, another gateway may have noted verdicts: all are read again. */
  readonly onLive = (live: boolean): void => {
    this.#live = true;
    if (live) for (const id of this.#answerIds) this.#changed.add(id);
    this.#wake();
  };

  readonly onRevoked = (linkId: string): void => {
    this.#revoked = [linkId];
    this.#wake();
  };

  take() {
    const taken = { changed: this.#changed, live: this.#live, revoked: this.#revoked };
    this.#changed = new Set();
    this.#live = false;
    this.#revoked = [];
    return taken;
  }

  /** False where nothing happened for so long. */
  wait(ms: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (happened: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        this.#wake = () => undefined;
        resolve(happened);
      };
      const leave = () => done(true);
      const timer = setTimeout(() => done(false), ms);
      this.#wake = () => done(true);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

async function linksOf(bff: BffContext, tokens: readonly string[]): Promise<Map<string, LinkRecord>> {
  const links = new Map<string, LinkRecord>();
  for (const token of tokens) {
    const link = await linkOf(bff, token, 'banner');
    if (link !== null) links.set(token, link);
  }
  return links;
}

/** @param answers whose links are looked up; null: all */
async function revokedOf(
  bff: BffContext,
  links: ReadonlyMap<string, LinkRecord>,
  answers: ReadonlySet<string> | null,
): Promise<string[]> {
  const gone: string[] = [];
  for (const [token, { id, answer_id }] of links) {
    if (answers !== null && !answers.has(answer_id)) continue;
    if ((await bff.records.linkById(id)) === null) gone.push(token);
  }
  return gone;
}

async function verdictOf(bff: BffContext, answerId: string): Promise<BannerVerdict> {
  const noted = await bff.records.verdictOf(answerId);
  const none = { answer_id: answerId, findings_state: 'UNKNOWN', reasons: [], at: null, seq: -1 } as const;
  return noted ?? none;
}

function eventOf(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
