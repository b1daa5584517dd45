/** Why an answer's claims are believed as they are: who speaks for and against each, and what it takes to change that. */
import { z } from 'zod';
import { visibleEntry } from '../ask.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import { readGraph } from './read-graph.ts';
import { connection } from './statements.ts';

/** Newest first: an answer seldom rests on more, and a ledger may be long. */
const VOICES = 20;
const ITEMS = 2;
const QUERY = `query Why($id: ID!, $voices: Int, $items: Int) { answer(id: $id) { at claims { addr text publisherCount
  belief { state effectiveConfidence supersededBy { text }
    explanation { flip { by evidence kind standing to }
      events(last: $voices) { edges { node { open items(first: $items) { contribution }
        event { eventId kind actor standing at attestations successor { text }
          evidence(first: $items) { ref domain artefact { title } } } } } } } } } } }`;

export const whyInput = z.object({ answer_id: z.string().min(1).max(64) });

const voice = z.object({
  event_id: z.string(),
  kind: z.string(),
  /** As the ledger names it: `publisher:ringwatch.example`. */
  actor: z.string(),
  /** 0 to 1000 per mille. */
  standing: z.int(),
  /** When the log took it, RFC 3339 UTC. */
  at: z.string(),
  /** Of the mass of its side, in millionths. */
  contribution: z.int(),
  /** Whether it still counts. */
  open: z.boolean(),
  /** What it rests on. */
  sources: z.array(z.object({ ref: z.string(), domain: z.string(), title: z.string().nullable() })),
  /** The statement that it puts in the place of the claim; null for other kinds. */
  successor: z.string().nullable(),
  /** The words of its source, as its actor quotes them; nothing vouches for them. */
  quote: z.string().nullable(),
  /** The actor's own words. */
  note: z.string().nullable(),
});
export type Voice = z.infer<typeof voice>;

const flip = z.object({
  by: z.string(),
  evidence: z.string(),
  kind: z.string(),
  standing: z.int(),
  to: z.string(),
});

const believed = z.object({
  claim: z.string(),
  text: z.string(),
  publishers: z.int(),
  /** The belief as it is now; null for a claim without evidence. */
  state: z.string().nullable(),
  confidence: z.number().nullable(),
  superseded_by: z.string().nullable(),
  /** Newest first. */
  voices: z.array(voice),
  /** The least single piece of evidence that changes the state; null where none alone does. */
  flip: flip.nullable(),
});
export const whyOutput = z.object({
  /** When the answer was given, RFC 3339 UTC; null where that is not known. */
  answered_at: z.string().nullable(),
  claims: z.array(believed),
});
export type Why = z.infer<typeof whyOutput>;
export type Believed = z.infer<typeof believed>;

const source = z.object({
  ref: z.string(),
  domain: z.string(),
  artefact: z.object({ title: z.string() }).loose().nullable(),
});
const explained = z
  .object({
    open: z.boolean(),
    items: z.array(z.object({ contribution: z.int() })),
    event: z
      .object({
        eventId: z.string(),
        kind: z.string(),
        actor: z.string(),
        standing: z.int(),
        at: z.string(),
        attestations: z.array(z.string()),
        successor: z.object({ text: z.string() }).nullable(),
        evidence: z.array(source),
      })
      .nullable(),
  })
  .transform(({ open, items, event }): Voice[] => {
    if (event === null) return [];
    const { eventId: event_id, evidence, successor, kind, attestations, ...rest } = event;
    const contribution = items.reduce((sum, one) => sum + one.contribution, 0);
    const sources = evidence.map(({ ref, domain, artefact }) => ({
      ref,
      domain,
      title: artefact?.title ?? null,
    }));
    return [
      {
        ...rest,
        event_id,
        kind: kind.toLowerCase(),
        open,
        contribution,
        sources,
        successor: successor?.text ?? null,
        quote: saidIn(attestations, 'quote'),
        note: saidIn(attestations, 'note'),
      },
    ];
  });

/** As a contribution from the page attests it: `quote: …`. */
function saidIn(attestations: readonly string[], what: 'quote' | 'note'): string | null {
  const prefix = `${what}: `;
  return attestations.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? null;
}

const claimData = z
  .object({
    addr: z.string(),
    text: z.string(),
    publisherCount: z.int(),
    belief: z
      .object({
        state: z.string(),
        effectiveConfidence: z.number(),
        supersededBy: z.object({ text: z.string() }).nullable(),
        explanation: z.object({ flip: flip.nullable(), events: connection(explained) }).nullable(),
      })
      .nullable(),
  })
  .transform(({ addr, text, publisherCount, belief }): Believed => {
    const { explanation = null } = belief ?? {};
    return {
      claim: addr,
      text,
      publishers: publisherCount,
      state: belief?.state.toLowerCase() ?? null,
      confidence: belief?.effectiveConfidence ?? null,
      superseded_by: belief?.supersededBy?.text ?? null,
      voices: (explanation?.events ?? []).flat().toReversed(),
      flip: explanation?.flip ?? null,
    };
  });
const data = z.object({
  answer: z.object({ at: z.string(), claims: z.array(claimData.nullable()) }).nullable(),
});

/** As of now. @throws as `readGraph`, {BffRefusal} 404 for another's answer, 429 */
export function readWhy(
  bff: BffContext,
  visitor: Visitor,
  { answer_id: id }: z.infer<typeof whyInput>,
): Promise<Why> {
  return bff.limits.engine(visitor, 'view', async () => {
    const owner = (await visibleEntry(bff, visitor, id)).owner;
    const variables = { id, voices: VOICES, items: ITEMS };
    const { answer } = await readGraph(bff, callFor(bff, visitor, owner), { query: QUERY, variables, data });
    const claims = (answer?.claims ?? []).filter((one) => one !== null);
    return { answered_at: answer?.at ?? null, claims };
  });
}
