/** The fold's constants (docs/spec/decisions.md#4). They are versioned data: another value is another policy id. */
import type { EvidenceItemKind } from '../evidence.ts';

/** Every number `fold/1` depends on. Masses and ratios are integers in millionths ("micro"). */
export interface FoldPolicy {
  readonly id: string;
  /** Weight of an item by its kind, in thousandths. */
  readonly kindMilli: Readonly<Record<EvidenceItemKind, number>>;
  /** Factor for whether a stored artefact confirmed the item's hash, in thousandths. */
  readonly checkMilli: Readonly<Record<'match' | 'unknown', number>>;
  /** Whole UTC days after which an item weighs half; each must divide 2,920 (see decay.ts). */
  readonly halfLifeDays: Readonly<Record<EvidenceItemKind, number>>;
  /** Standing in per mille from which an entry counts towards a state. */
  readonly vettedStanding: number;
  /** All unvetted evidence of one side together weighs at most this. */
  readonly unvettedCapMicro: number;
  /** Prior mass on each side: belief starts at one half. */
  readonly priorMicro: number;
  /** Opposing vetted actors that a negative state needs. */
  readonly negativeStateMinActors: number;
  readonly disputed: { readonly enterBelowMicro: number; readonly leaveAtMicro: number };
  readonly contested: { readonly enterAtMicro: number; readonly leaveBelowMicro: number };
  readonly stale: { readonly liveBelowMicro: number; readonly supportOlderThanDays: number };
  /** The quorum that accepts a proposed successor: actors, their mass, and their share of the support. */
  readonly supersede: {
    readonly minActors: number;
    readonly minMassMicro: number;
    readonly minShareMicro: number;
  };
  /** Largest change of a search score by feedback, and the actors at which half of it applies. */
  readonly feedback: { readonly maxScoreDeltaMicro: number; readonly halfAtActors: number };
  /** Standing by origin (rule 9), frozen on an entry when it is appended; the fold itself never reads it. */
  readonly standing: {
    readonly newKey: number;
    readonly newKeyDays: number;
    readonly key: number;
    readonly organisation: number;
    readonly publisher: number;
    readonly curator: number;
  };
}

/** The policy in force. */
export const FOLD_POLICY: FoldPolicy = {
  id: 'fold/1',
  kindMilli: { source: 1000, receipt: 1250, reproduction: 2000 },
  checkMilli: { match: 1000, unknown: 400 },
  halfLifeDays: { source: 1460, receipt: 1460, reproduction: 2920 },
  vettedStanding: 500,
  unvettedCapMicro: 500_000,
  priorMicro: 1_000_000,
  negativeStateMinActors: 2,
  disputed: { enterBelowMicro: 400_000, leaveAtMicro: 450_000 },
  contested: { enterAtMicro: 1_000_000, leaveBelowMicro: 800_000 },
  stale: { liveBelowMicro: 250_000, supportOlderThanDays: 365 },
  supersede: { minActors: 2, minMassMicro: 1_200_000, minShareMicro: 500_000 },
  feedback: { maxScoreDeltaMicro: 150_000, halfAtActors: 3 },
  standing: { newKey: 100, newKeyDays: 7, key: 250, organisation: 700, publisher: 700, curator: 1000 },
};
