/**
 * Ends what is open when its credential is revoked or expires: within a second, wherever it was revoked
 * (docs/spec/decisions.md#7-revocation).
 */
import type { Engine } from '../../../engine/engine.ts';
import type { Refusal } from '../../../engine/refusal.ts';
import { forEverybody } from '../../../graph/caller.ts';
import { NO_LIMIT, readRange } from '../../../graph/store/ranges.ts';
import type { Session } from './session.ts';

interface Guarded {
  readonly credentialIds: readonly string[];
  readonly onEnd: (refusal: Refusal) => void;
}

/** The longest that a timer of Node waits. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const REVOKED: Refusal = { reason: 'denied:token_revoked', message: 'this credential has been revoked' };
const EXPIRED: Refusal = { reason: 'denied:token_expired', message: 'this token has expired' };

export class SessionWatch {
  readonly #engine: Engine;
  readonly #onFault: (fault: unknown) => void;
  /** By each of their credentials: a revocation concerns few of those that are open. */
  readonly #guarded = new Map<string, Set<Guarded>>();
  readonly #revoked = new Set<string>();
  #after = -1;
  #stop: (() => void) | null = null;

  /** @param onFault gets reads that failed; the next commit reads again */
  constructor(engine: Engine, onFault: (fault: unknown) => void) {
    this.#engine = engine;
    this.#onFault = onFault;
  }

  /** Calls `onEnd` once when the session ends, until the returned function is called. */
  guard(
    session: Pick<Session, 'credentialIds' | 'expiresAt'>,
    onEnd: (refusal: Refusal) => void,
  ): () => void {
    const { credentialIds, expiresAt } = session;
    if (credentialIds.length === 0) return () => undefined;
    const guarded: Guarded = { credentialIds, onEnd: (refusal) => release() && onEnd(refusal) };
    const expiry = expiresAt === null ? null : this.#expireAt(expiresAt, guarded);
    const release = () => {
      expiry?.();
      return this.#remove(guarded);
    };
    for (const id of credentialIds) this.#guarded.set(id, (this.#guarded.get(id) ?? new Set()).add(guarded));
    this.#stop ??= this.#engine.store.onCommit(() => this.#read().catch(this.#onFault));
    // It may have been revoked between its verification and now.
    this.#read()
      .then(() => credentialIds.some((id) => this.#revoked.has(id)) && guarded.onEnd(REVOKED))
      .catch(this.#onFault);
    return release;
  }

  #read(): Promise<void> {
    return forEverybody(() => this.#readNew());
  }

  async #readNew(): Promise<void> {
    for (const { keyId, seq } of await readRange(
      this.#engine.store,
      'revocations',
      { after: this.#after },
      { limit: NO_LIMIT },
    )) {
      this.#revoked.add(keyId);
      this.#after = Math.max(this.#after, seq);
      for (const guarded of [...(this.#guarded.get(keyId) ?? [])]) guarded.onEnd(REVOKED);
    }
  }

  #expireAt(expiresAt: string, guarded: Guarded): () => void {
    let timer: NodeJS.Timeout;
    const arm = () => {
      const left = Date.parse(expiresAt) - Date.parse(this.#engine.clock.now());
      if (left <= 0) guarded.onEnd(EXPIRED);
      else timer = setTimeout(arm, Math.min(left, MAX_TIMER_MS)).unref();
    };
    timer = setTimeout(arm, 0).unref();
    return () => clearTimeout(timer);
  }

  #remove(guarded: Guarded): boolean {
    let removed = false;
    for (const id of guarded.credentialIds) {
      const others = this.#guarded.get(id);
      removed = others?.delete(guarded) ?? false;
      if (others?.size === 0) this.#guarded.delete(id);
    }
    if (this.#guarded.size === 0) {
      this.#stop?.();
      this.#stop = null;
    }
    return removed;
  }
}
