/** Why each claim is believed as it is, entry by entry, and what would change that (docs/spec/decisions.md#4-why). */
import type {
  ReportBelief,
  ReportClaim,
  ReportEvent,
  ReportEvidence,
  ReportFlip,
  TrustReport,
} from '../../engine/trust-report/trust-report.ts';
import { more, paragraph } from './compose-answer.ts';
import {
  code,
  type Fact,
  type Line,
  muted,
  type ReportBlock,
  type ReportCell,
  type ReportRow,
  strong,
  text,
} from './document.ts';
import { printable } from './printable.ts';
import {
  confidenceWords,
  countWords,
  dayWords,
  discountWords,
  grouped,
  kindWords,
  massWords,
  timeWords,
} from './words.ts';

const FORMULA =
  'Confidence is (support + 1) / (support + opposition + 2). The state follows from vetted evidence alone. A source of full standing that was just checked weighs 1.000; standing, age and repetition take from that.';

export function composeBeliefs({ claims, left_out, position }: TrustReport): ReportBlock[] {
  if (claims.length === 0) return [];
  return [
    { kind: 'heading', level: 2, text: 'Why it is believed', id: 'belief' },
    paragraph([
      text(
        `As of ${timeWords(position.view.until)}, from log entries up to ${grouped(position.view.seq)}. ${FORMULA}`,
      ),
    ]),
    ...claims.flatMap(composeClaim),
    ...more(left_out.claims, 'claims'),
  ];
}

function composeClaim(claim: ReportClaim, index: number): ReportBlock[] {
  const { belief } = claim;
  const heading: ReportBlock = {
    kind: 'heading',
    level: 3,
    text: `Claim ${index + 1}: ${printable(claim.text)}`,
    id: `claim-${index + 1}`,
  };
  const facts: ReportBlock = {
    kind: 'facts',
    caption: `Belief in claim ${index + 1}`,
    rows: [{ name: 'Claim', value: [[code(claim.addr)]] }, ...beliefFacts(claim)],
  };
  return [heading, facts, ...(belief === null ? [] : composeLedger(belief, index + 1))];
}

function beliefFacts({ answered, belief }: ReportClaim): Fact[] {
  const then = answered && believed(answered.state, answered.effective_confidence);
  const before: Fact = { name: 'When answered', value: [[text(then ?? 'no evidence yet')]] };
  if (belief === null) return [before, { name: 'Now', value: [[text('no evidence')]] }];
  const { support, opposition, vetted_support, vetted_opposition, superseded_by } = belief;
  return [
    before,
    { name: 'Now', value: [[strong(believed(belief.state, belief.effective_confidence))]] },
    { name: 'Support', value: [[text(massOf(support, vetted_support))]] },
    { name: 'Opposition', value: [[text(massOf(opposition, vetted_opposition))]] },
    ...(superseded_by === null ? [] : [{ name: 'Superseded by', value: [[code(superseded_by)]] }]),
    { name: 'What would change it', value: [flipLine(belief)] },
  ];
}

function believed(state: string, confidence: number): string {
  return `${state}, confidence ${confidenceWords(confidence)}`;
}

function massOf(all: number, vetted: number): string {
  return all === vetted ? massWords(all) : `${massWords(all)}, of which vetted ${massWords(vetted)}`;
}

const SPEAKERS = { newcomer: 'an actor who has not spoken on it yet', author: 'its own author' } as const;
const EVENTS = { corroborate: 'corroboration', dispute: 'dispute' } as const;

function flipLine({ flip, explained }: ReportBelief): Line {
  if (flip !== null) return [text(flipText(flip)), ...successorOf(flip), text('.')];
  if (explained.length === 0) return [text('The ledger is too long for this to be searched.')];
  return [text('No single event by one actor would change its state.')];
}

function flipText({ kind, by, standing, evidence, to }: ReportFlip): string {
  const what = kind === 'supersede-propose' ? 'proposal of a successor' : EVENTS[kind];
  const how = `one ${evidence} of its own that is in the store`;
  return `The smallest single event: a ${what} by ${SPEAKERS[by]}, of standing ${grouped(standing)}, with ${how}, would make it ${to}`;
}

function successorOf({ successor }: ReportFlip): Line {
  return successor === null ? [] : [text(', in favour of '), code(successor)];
}

function composeLedger({ explained, events }: ReportBelief, number: number): ReportBlock[] {
  if (explained.length === 0) {
    const count = countWords(events, 'entry', 'entries');
    return [paragraph([text(`Its ledger has ${count}, too many to be explained one by one here.`)], 'note')];
  }
  const earlier = events - explained.length;
  return [
    ...(earlier > 0
      ? [paragraph([text(`${grouped(earlier)} earlier entries are not listed.`)], 'note')]
      : []),
    {
      kind: 'table',
      caption: `Entries of the ledger of claim ${number}, in the order in which they took effect`,
      columns: [
        { title: 'Effective', width: 12 },
        { title: 'Who, and what it does', width: 26 },
        { title: 'Evidence', width: 32 },
        { title: 'Weight', width: 10 },
        { title: 'Counts', width: 10 },
        { title: 'What takes from it', width: 18 },
      ],
      rows: explained.flatMap(eventRows),
    },
  ];
}

/** A row for each item, the entry's own words in the first. */
function eventRows({ effective_at, kind, actor_root, vetted, open, evidence }: ReportEvent): ReportRow[] {
  const who: ReportCell = [
    [strong(printable(actor_root))],
    [text(kindWords(kind))],
    [muted(`${vetted ? 'vetted' : 'not vetted'}, ${open ? 'stands' : 'no longer stands'}`)],
  ];
  return evidence.map((item, index) => ({
    cells: [
      [[text(dayWords(effective_at))]],
      index === 0 ? who : [[muted('the same entry')]],
      [evidenceLine(item)],
      [[text(massWords(item.weight))]],
      [[strong(massWords(item.contribution))]],
      [[text(takenFrom(item.discounts))]],
    ],
  }));
}

function takenFrom(discounts: ReportEvidence['discounts']): string {
  return discounts.length === 0 ? 'nothing' : discounts.map(discountWords).join('; ');
}

function evidenceLine({ ref, kind, domain, check }: ReportEvidence): Line {
  const found = check === 'match' ? 'matched when it was written' : 'not at hand when it was written';
  return [text(printable(ref)), muted(` ${kind} of ${printable(domain)}, ${found}`)];
}
