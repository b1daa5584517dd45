/** What a language has: every area in full, and what the server says. */
import type { add } from './en/add.ts';
import type { answer } from './en/answer.ts';
import type { contribute } from './en/contribute.ts';
import type { explore } from './en/explore.ts';
import type { home } from './en/home.ts';
import type { inbox } from './en/inbox.ts';
import type { library } from './en/library.ts';
import type { members } from './en/members.ts';
import type { receipt } from './en/receipt.ts';
import type { saved } from './en/saved.ts';
import type { shell } from './en/shell.ts';
import type { turn } from './en/turn.ts';
import type { verdict } from './en/verdict.ts';
import type { Translated } from './message.ts';

export interface Catalogue {
  readonly areas: {
    readonly add: Translated<typeof add>;
    readonly answer: Translated<typeof answer>;
    readonly contribute: Translated<typeof contribute>;
    readonly explore: Translated<typeof explore>;
    readonly home: Translated<typeof home>;
    readonly inbox: Translated<typeof inbox>;
    readonly library: Translated<typeof library>;
    readonly members: Translated<typeof members>;
    readonly receipt: Translated<typeof receipt>;
    readonly saved: Translated<typeof saved>;
    readonly shell: Translated<typeof shell>;
    readonly turn: Translated<typeof turn>;
    readonly verdict: Translated<typeof verdict>;
  };
  /** By the server's English words, with `{name}` for what differs. */
  readonly sentences: Readonly<Record<string, string>>;
}
