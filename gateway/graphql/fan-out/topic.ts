/** What can be listened to: events of the log, in its order. */

import type { EntryType, LogEntry } from '../../../graph/log/entry.ts';

/** Something that happened at a position of the log. */
export interface TopicEvent<T = unknown> {
  /**
   * Position in the log; no two events of a topic have the same one. What time alone makes stands half a position behind the
   * log's last: there no two events of one subject are.
   */
  readonly seq: number;
  /** What it is a state of, such as an answer: a later event of the same subject takes the place of this one. */
  readonly subject: string;
  /** Under which keys it is listened to. */
  readonly keys: readonly string[];
  /** What the selection is executed on. */
  readonly value: T;
}

/** Events behind a position, oldest first. */
export interface TopicPage<T = unknown> {
  readonly events: readonly TopicEvent<T>[];
  /** Everything up to this position has been looked at. */
  readonly upTo: number;
  /** Whether there may be more. */
  readonly more: boolean;
}

export interface Topic<T = unknown> {
  /** Topics of one name are one topic; whatever may not be seen together has different names. */
  readonly name: string;
  /** The only type of entries that it has events of. */
  readonly type: EntryType;
  /** Whether an entry of that type may be an event of it: of most tenants' topics it is not, and these need not be read. */
  concerns(entry: LogEntry): boolean;
  /**
   * At most `limit` entries of the log's index are looked at, 1 to 1,000.
   * @param keys null: everything
   */
  after(seq: number, keys: readonly string[] | null, limit: number): Promise<TopicPage<T>>;
  /** The latest event of each subject, by position. */
  standing(keys: readonly string[] | null): Promise<readonly TopicEvent<T>[]>;
  /** Whether events show what is so when they are sent: then nothing is cached of them, and nothing resumed. */
  readonly isOfNow?: boolean;
  /** Reports what time alone makes of a key, beside the log, until the returned function is called. */
  byTime?(key: string, tell: (event: TopicEvent<T>) => void): () => void;
}

/** What a subscriber asks for. */
export interface TopicRequest<T = unknown> {
  readonly topic: Topic<T>;
  /** Null: everything of the topic. */
  readonly keys: readonly string[] | null;
  /** Only events with position > after; null: the standing ones first. */
  readonly after: number | null;
}

/**
 * What a subscription field's `subscribe` gives: GraphQL asks for an iterable, and this one is never iterated, since
 * many subscriptions of one topic are followed together (see `SharedSubscription`).
 */
export class TopicSource<T> implements AsyncIterable<T> {
  readonly request: TopicRequest<T>;

  constructor(request: TopicRequest<T>) {
    this.request = request;
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    throw new RangeError('a topic is followed by its fan-out');
  }
}
