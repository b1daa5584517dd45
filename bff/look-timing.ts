/** Of looking at watched questions, in milliseconds. */
export interface LookTiming {
  /** Between two looks at the corpora, and at what is due. */
  readonly look: number;
  /** A question is looked at no sooner after its last look, however often its corpus moves. */
  readonly again: number;
  /** Between two questions of one visitor. */
  readonly pace: number;
  /** A question whose corpus moves is asked at least this often, also where a search finds nothing new. */
  readonly thorough: number;
  /** Claims end by themselves after this time, when who claimed has died. */
  readonly claim: number;
  /** After the first failure of a question; each further one waits twice as long, up to an hour. */
  readonly retry: number;
  /** Visitors who have not come for so long are looked after once a day. */
  readonly absent: number;
}

export const LOOK_TIMING: LookTiming = {
  look: 2_000,
  again: 60_000,
  pace: 6_000,
  thorough: 6 * 3_600_000,
  claim: 60_000,
  retry: 60_000,
  absent: 30 * 86_400_000,
};
