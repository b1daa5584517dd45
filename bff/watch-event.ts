/** What the stream behind a page says. */
import type { FindingTransition } from './engine-findings.ts';
import type { Turned } from './turned.ts';
import type { FrontEvent } from './watch-front.ts';

/** Instants are epoch milliseconds. */
export type WatchEvent =
  /** A connection to the engine begins: these answers are watched, and no others. */
  | { readonly type: 'watching'; readonly at: number; readonly answer_ids: readonly string[] }
  /** The current state of an answer, or its next one. */
  | { readonly type: 'verdict'; readonly transition: FindingTransition }
  /** The engine sent no state of these. */
  | { readonly type: 'unevaluated'; readonly answer_ids: readonly string[] }
  /** The states of all `watched` answers were sent and nothing is outstanding. */
  | {
      readonly type: 'live';
      readonly at: number;
      readonly watched: number;
      readonly degraded_since: number | null;
    }
  /** The engine has been out of reach since then. */
  | {
      readonly type: 'paused';
      readonly at: number;
      readonly since: number;
      readonly degraded_since: number | null;
    }
  /** The inbox has changed. `latest`: the newest entry that was not seen. */
  | {
      readonly type: 'inbox';
      readonly revision: number;
      readonly unseen: number;
      readonly latest: Turned | null;
    }
  /** Only of answers on the screen. */
  | FrontEvent;
