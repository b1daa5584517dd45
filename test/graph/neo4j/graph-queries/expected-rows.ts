/** What each query of docs/neo4j.md must give, by its number, from the engine's own reads. */
import { byCodeUnit } from '../../../../graph/by-code-unit.ts';
import type { ClaimRecord } from '../../../../graph/claim.ts';
import { foldText } from '../../../../graph/claim-facets.ts';
import { artefactOf, claimOf, distances, type EngineView, sentenceOf } from './engine-view.ts';

type Row = Readonly<Record<string, unknown>>;
type Expected = (view: EngineView) => readonly Row[] | Promise<readonly Row[]>;

const SATURN_62 = 'Saturn has 62 known moons.';
const SATURN_146 = 'Saturn has 146 known moons.';
const SATURN_274 = 'Saturn now has 274 known moons, up from 146.';
const JUPITER_79 = 'Jupiter has 79 known moons.';
const TOP = 10;

const by =
  <T>(...keys: ((row: T) => string | number)[]) =>
  (a: T, b: T): number => {
    for (const key of keys) {
      const [left, right] = [key(a), key(b)];
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  };

function subjectOf({ core }: ClaimRecord): string | null {
  return core.form === undefined ? null : foldText(core.form.subject.key);
}

function quantityOf({ core }: ClaimRecord): string | null {
  const value = core.form?.value;
  return value?.kind === 'quantity' ? digitsOf(value) : null;
}

function digitsOf({ min, max }: { readonly min: string | null; readonly max: string | null }): string {
  return min === max ? (min ?? '') : `${min ?? ''}..${max ?? ''}`;
}

function proposals({ events }: EngineView) {
  return events.flatMap((event) =>
    event.successor === null ? [] : [{ ...event, successor: event.successor }],
  );
}

export const EXPECTED: readonly Expected[] = [
  ({ claims }) =>
    claims
      .filter((claim) => subjectOf(claim) === 'saturn')
      .map((claim) => ({ claim: claim.addr, text: claim.core.text, ...statedValue(claim) })),
  (view) =>
    view.events
      .filter(({ claim, kind }) => claim === claimOf(view, SATURN_146).addr && kind !== 'supersede-propose')
      .flatMap(({ event_id: event, kind, evidence, effective_at, standing }) =>
        evidence.flatMap((item) => {
          if (item.artefact === undefined) return [];
          // Of fold/1: a source whose stored artefact matches weighs its standing.
          const weight = standing / 1_000;
          const stance = kind === 'dispute' ? 'DISPUTES' : 'SUPPORTS';
          return [{ stance, publisher: item.domain, weight, effectiveAt: effective_at, event }];
        }),
      ),
  ({ claims }) =>
    claims
      .flatMap((claim) => {
        const { form } = claim.core;
        if (form?.value.kind !== 'quantity' || form.attribute.head !== 'moon' || form.value.unit !== 'moon')
          return [];
        const [min, max] = [Number(form.value.min ?? Number.NaN), Number(form.value.max ?? Number.NaN)];
        return min >= 90 && max <= 150 ? [{ claim: claim.addr, value: min, seq: claim.seq }] : [];
      })
      .sort(
        by(
          (row) => row.value,
          (row) => row.seq,
        ),
      )
      .map(({ claim, value }) => ({ claim, value })),
  ({ rivals, claims }) =>
    rivals
      .flatMap(({ claim, rival }) => {
        const [one, other] = [claim, rival].map((addr) => claims.find((found) => found.addr === addr));
        const [value, rivalValue] = [one && quantityOf(one), other && quantityOf(other)];
        return value && rivalValue ? [{ claim, value, rival, rivalValue }] : [];
      })
      .sort(
        by(
          (row) => row.claim,
          (row) => row.rival,
        ),
      ),
  async (view) => {
    const found = new Set<string>();
    for (let last: readonly string[] = [claimOf(view, SATURN_62).addr]; last.length > 0; ) {
      const next = proposals(view).filter(
        ({ claim, successor }) => last.includes(claim) && !found.has(successor),
      );
      last = [...new Set(next.map(({ successor }) => successor))];
      for (const claim of last) found.add(claim);
    }
    return view.claims
      .filter(({ addr }) => found.has(addr))
      .map(({ addr: claim, core }) => ({ claim, text: core.text }))
      .sort(by((row) => row.claim));
  },
  (view) =>
    proposals(view)
      .filter(({ authority }) => authority !== null)
      .map(({ event_id: event, claim, successor, authority }) => ({ event, claim, successor, authority })),
  async (view) => {
    const { addr } = claimOf(view, SATURN_274);
    const places = view.places.filter(({ claim }) => claim === addr).sort(by((place) => place.seq));
    return Promise.all(
      places.map(async (place) => ({
        artefact: place.artefact,
        quote: await sentenceOf(view, place),
        ...place.span,
      })),
    );
  },
  ({ events, artefacts }) => {
    const supported = Map.groupBy(
      events.filter(({ kind }) => kind === 'corroborate'),
      ({ claim }) => claim,
    );
    return [...supported]
      .map(([claim, support]) => {
        const ids = support.flatMap(({ evidence }) => evidence.flatMap(({ artefact }) => artefact ?? []));
        return {
          claim,
          publishers: new Set(ids.map((id) => artefactOf(artefacts, id).record.publisher)).size,
        };
      })
      .filter(({ publishers }) => publishers >= 2)
      .sort(by((row) => row.claim));
  },
  (view) => {
    const { claim_cluster_id: cluster } = claimOf(view, SATURN_274);
    return view.claims
      .filter((claim) => claim.claim_cluster_id === cluster)
      .map(({ addr: claim, core }) => ({ claim, text: core.text }));
  },
  ({ artefacts }) =>
    [...Map.groupBy(artefacts, ({ record }) => record.publisher)]
      .map(([publisher, { length: documents }]) => ({ publisher, documents }))
      .sort(
        by(
          (row) => -row.documents,
          (row) => row.publisher,
        ),
      ),
  ({ artefacts }) =>
    artefacts
      .flatMap(({ record: { artefact_id: copy, mirror_of: original } }) =>
        original === null ? [] : [{ copy, original }],
      )
      .sort(by((row) => row.copy)),
  ({ claims, places, artefacts }) =>
    claims
      .filter(({ addr }) => {
        const stating = places.filter(({ claim }) => claim === addr);
        return stating.every(({ artefact }) => artefactOf(artefacts, artefact).withdrawn !== null);
      })
      .map(({ addr: claim }) => ({ claim }))
      .sort(by((row) => row.claim)),
  async (view) => {
    const sought = claimOf(view, JUPITER_79).addr;
    const reached = await distances(view, claimOf(view, SATURN_62).addr, 6, sought);
    return [{ steps: reached.get(sought) }];
  },
  async (view) => {
    const reached = await distances(view, claimOf(view, SATURN_146).addr, 2);
    const nodes = [...reached].filter(([, steps]) => steps > 0).map(([node]) => node);
    return nodes.sort(byCodeUnit).map((node) => ({ node }));
  },
  async (view) => {
    const events = view.events.filter(({ claim }) => claim === claimOf(view, SATURN_62).addr);
    return events.map(({ event_id: event, kind, log }) => ({ event, kind, logSeq: log.seq, root: log.root }));
  },
  ({ events }) =>
    [...Map.groupBy(events, ({ effective_at, kind }) => `${effective_at.slice(0, 7)}-01 ${kind}`)]
      .map(([key, { length }]) => ({ month: key.split(' ')[0], kind: key.split(' ')[1], events: length }))
      .sort(
        by(
          (row) => row.month ?? '',
          (row) => row.kind ?? '',
        ),
      ),
  ({ answers, artefacts }) =>
    artefacts
      .map(({ record: { artefact_id: artefact } }) => ({
        artefact,
        answers: answers
          .filter(({ body }) => body.artefacts.includes(artefact))
          .map(({ body }) => body.answer_id),
      }))
      .filter((row) => row.answers.length > 0)
      .sort(by((row) => row.artefact)),
  ({ verdicts }) =>
    verdicts
      .map(({ at: since, body }) => ({ answer: body.answer_id, verdict: body.to, since }))
      .sort(by((row) => row.answer)),
  (view) => {
    const rows = view.answers.flatMap(({ body }) =>
      [...body.claims, ...(body.ledgers ?? [])].flatMap((claim) =>
        proposals(view)
          .filter((proposal) => proposal.claim === claim)
          .map(({ successor }) => ({ answer: body.answer_id, claim, successor })),
      ),
    );
    return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()].sort(
      by(
        (row) => row.answer,
        (row) => row.claim,
        (row) => row.successor,
      ),
    );
  },
  ({ claims }) =>
    [...Map.groupBy(claims, subjectOf)]
      .flatMap(([entity, { length }]) => (entity === null ? [] : [{ entity, claims: length }]))
      .sort(
        by(
          (row) => -row.claims,
          (row) => row.entity,
        ),
      )
      .slice(0, TOP),
];

function statedValue({ core }: ClaimRecord): Row {
  const value = core.form?.value;
  switch (value?.kind) {
    case undefined:
      return { value: null, unit: null };
    case 'quantity':
      return { value: digitsOf(value), unit: value.unit };
    case 'date':
      return { value: value.from === value.to ? value.from : `${value.from}..${value.to}`, unit: null };
    case 'entity':
      return { value: value.surface, unit: null };
    case 'version':
      return { value: value.version, unit: null };
    case 'boolean':
      return { value: String(value.value), unit: null };
  }
}
