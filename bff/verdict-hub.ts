/**
 * The verdicts of this process as they are noted, for streams that anybody may open: one subscription of the engine serves
 * all of them.
 */

export interface HubFollower {
  /** Another verdict of one of the answers was noted. */
  readonly onVerdict: (answerId: string) => void;
  /** The engine was reached again, or lost. */
  readonly onLive: (live: boolean) => void;
  /** A link was revoked in this process. */
  readonly onRevoked: (linkId: string) => void;
}

export class VerdictHub {
  readonly #followers = new Map<string, Set<HubFollower>>();
  readonly #all = new Set<HubFollower>();
  #live = false;

  /** Whether verdicts are current: the engine's subscription is open. */
  get live(): boolean {
    return this.#live;
  }

  follow(answerIds: readonly string[], follower: HubFollower): Disposable {
    this.#all.add(follower);
    for (const id of answerIds) {
      const ofAnswer = this.#followers.get(id) ?? new Set();
      this.#followers.set(id, ofAnswer.add(follower));
    }
    return { [Symbol.dispose]: () => this.#leave(answerIds, follower) };
  }

  #leave(answerIds: readonly string[], follower: HubFollower): void {
    this.#all.delete(follower);
    for (const id of answerIds) {
      const ofAnswer = this.#followers.get(id);
      ofAnswer?.delete(follower);
      if (ofAnswer?.size === 0) this.#followers.delete(id);
    }
  }

  noted(answerId: string): void {
    for (const { onVerdict } of this.#followers.get(answerId) ?? []) onVerdict(answerId);
  }

  setLive(live: boolean): void {
    if (live === this.#live) return;
    this.#live = live;
    for (const { onLive } of this.#all) onLive(live);
  }

  revoked(linkId: string): void {
    for (const { onRevoked } of this.#all) onRevoked(linkId);
  }
}
