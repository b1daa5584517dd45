/** What a trust report is made of. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactState, Observation } from '../../graph/artefact.ts';
import type { FindingRecord } from '../../graph/store/rows.ts';
import type { AnswerView } from '../answer/answer.ts';
import type { ReceiptView } from '../receipt/read-receipt.ts';
import type { ReadBelief } from './explain-claim.ts';
import type { ReportPosition } from './trust-report.ts';

/** Everything that a report says, as it was by its position. */
export interface ReportFacts {
  readonly answer: AnswerView;
  readonly receipt: ReceiptView;
  readonly position: ReportPosition;
  /** The newest transitions, oldest first, and how many there were before them. */
  readonly history: { readonly transitions: readonly FindingRecord[]; readonly earlier: number };
  readonly beliefs: ReadonlyMap<ClaimAddr, ReadBelief>;
  readonly artefacts: ReadonlyMap<ArtefactId, ArtefactState>;
  /** When each operator's word on them was said, by the position of its entry. */
  readonly saidAt: ReadonlyMap<number, string>;
  /** Of each artefact's bytes, oldest first. */
  readonly observations: ReadonlyMap<ArtefactId, readonly Observation[]>;
}
