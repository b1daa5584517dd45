/** Counts of a corpus as of a time: of what had taken effect by then. Unlike those of the present they look at every node. */

import { MAX_COUNTED } from '../store/lists.ts';

/** A time that stands in a record alone: quotes within its texts are escaped, so that nothing else reads so. */
function timeIn(record: string, name: string): string {
  return `left(split(${record}, '"${name}":"')[-1], 24)`;
}

export const COUNTS_BY = `
  CALL () {
    MATCH (a:Artefact) WHERE a.corpus = $corpus AND a.seq >= 0 AND a.effectiveAt <= $until
    RETURN count(DISTINCT a.docId) AS documents, min(a.effectiveAt) AS oldestEffectiveAt,
      max(a.effectiveAt) AS newestEffectiveAt
  }
  CALL () {
    MATCH (a:Artefact) WHERE a.corpus = $corpus AND a.seq >= 0 AND a.effectiveAt <= $until
    WITH a.licence AS licence, count(*) AS ofLicence
    RETURN collect([licence, ofLicence]) AS licences, coalesce(sum(ofLicence), 0) AS artefacts
  }
  CALL () {
    MATCH (s:Section) WHERE s.addr STARTS WITH $sections AND s.effective_at <= $untilText
    RETURN count(*) AS sections
  }
  CALL () {
    MATCH (c:Claim) WHERE c.corpus = $corpus AND c.seq >= 0
      AND EXISTS { MATCH (c)-[o:STATED_IN]->() WHERE o.effectiveAt <= $until }
    WITH c LIMIT ${MAX_COUNTED}
    RETURN count(c) AS claims
  }
  CALL () {
    MATCH (e:Event) WHERE e.claim STARTS WITH $claims AND e.seq >= 0 AND e.effectiveAt <= $until
    WITH e LIMIT ${MAX_COUNTED}
    WITH e.kind AS kind, count(e) AS ofKind
    RETURN collect([kind, ofKind]) AS eventKinds, coalesce(sum(ofKind), 0) AS events
  }
  CALL () {
    MATCH (n:Annotation) WHERE n.corpus = $corpus AND n.seq >= 0
      AND ${timeIn('n.record', 'effective_at')} <= $untilText
    RETURN count(*) AS annotations
  }
  CALL () {
    MATCH (c:StubClosure) WHERE c.corpus = $corpus AND ${timeIn('c.record', 'closed_at')} <= $untilText
    RETURN count(*) AS closedStubs
  }
  RETURN artefacts, documents, sections, claims, events, eventKinds, annotations, closedStubs, licences,
    oldestEffectiveAt, newestEffectiveAt`;
