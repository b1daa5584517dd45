/** Annotations and disputes by people whom a test makes up. */
import type { Engine } from '../../engine/engine.ts';
import { type ClaimAddr, parseAddress } from '../../graph/address.ts';
import type { AnnotationRecord } from '../../graph/annotation.ts';

/** Adds a note on an address. */
export async function annotateOn(engine: Engine, target: string, body = 'Moonlets are not counted.') {
  const parsed = parseAddress(target);
  const outcome = await engine.annotate({
    target,
    corpus: parsed.ok ? parsed.corpus : '',
    kind: 'note',
    body,
    citation: { ref: 'https://example.org/moons' },
    writer: { actor: 'ann', actorRoot: 'ann', standing: 700, tokenId: 't' },
    idempotency: null,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.reason);
  return outcome.value.annotation;
}

/** Disputes a claim, by an actor of full standing and with two reproductions of its own. */
export async function disputeBy(engine: Engine, claim: ClaimAddr, actor: string): Promise<string> {
  const parsed = parseAddress(claim);
  const outcome = await engine.appendEvidence({
    claim,
    corpus: parsed.ok ? parsed.corpus : '',
    kind: 'dispute',
    evidence: ['x', 'y'].map((name) => ({
      ref: `https://${actor}.example/${name}`,
      hash: `${actor} ${name}`,
      kind: 'reproduction' as const,
    })),
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing: 1000, tokenId: 't', maySupersede: false },
    idempotency: null,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.reason);
  return outcome.value.entry.event_id;
}

/** Closes the gap that a question leaves in the annotation's corpus; gives the gap's id. */
export async function closeGap(
  engine: Engine,
  question: string,
  annotation: AnnotationRecord,
): Promise<string> {
  const stubId = engine.stubs.idOf(annotation.corpus, question);
  const writer = { actor: 'ann', actorRoot: 'ann', standing: 700, tokenId: 't' };
  const closing = await engine.closeStub({ stubId, annotation, writer });
  if (!closing.known || closing.repeated) throw new Error(`${question} was closed before`);
  return stubId;
}
