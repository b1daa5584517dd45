/** The analysts' fifteen questions over the made corpus: those of test/gateway/graphql/analyst-questions.test.ts, page by page. */
import { MADE_CORPUS, madeClaim, madeRival } from './made-claims.ts';

export interface AnalystQuestion {
  readonly name: string;
  /** A document with one operation. */
  readonly query: string;
  /** Of the round with this number: other ones in each, so that no result is one that was cached. */
  variables(round: number): Readonly<Record<string, unknown>>;
}

/** Rounds that have pages of a length of their own. */
const MAX_ROUNDS = 20;

/**
 * @param claims of the corpus, 10,000 or more
 * @param artefact that an answer rests on
 */
export function analystQuestions(claims: number, artefact: string): readonly AnalystQuestion[] {
  const corpus = `corpus: "${MADE_CORPUS}"`;
  const middle = Math.floor(claims / 2);
  const entity = madeClaim(middle).core.form?.subject.key ?? '';
  const contradicting = (round: number) => Math.floor(middle / 40) * 40 + 30 - 40 * round;
  return [
    question(
      'what is said of an entity, and what is believed of it',
      `claims(${corpus}, first: $first, filter: {entity: "${entity}"}) {
        totalCount nodes { text belief { state effectiveConfidence } rivals { text } } }`,
    ),
    question(
      'how the figures of an attribute went over time',
      `claims(${corpus}, first: $first, filter: {attribute: "bells"}, orderBy: {by: EFFECTIVE_AT}) {
        nodes { effectiveAt statement { value { number } } } }`,
    ),
    question(
      'which claims rest on one source only, and which on several',
      `one: claims(${corpus}, first: $first, filter: {sources: ONE}) { totalCount nodes { text publisherCount } }
       several: claims(${corpus}, first: $first, filter: {sources: SEVERAL}) { totalCount nodes { text publisherCount } }`,
    ),
    question(
      'which publishers are contradicted most',
      `publishers(${corpus}, first: $first, orderBy: {by: CONTRADICTED, direction: DESC}) {
        nodes { domain counts { contradicted } } }`,
    ),
    question(
      'who contradicts whom',
      `oppositions(${corpus}, first: $first, orderBy: {by: CONTRADICTIONS, direction: DESC}) {
        nodes { contradictingDomain contradictedDomain counts { contradictions } } }`,
    ),
    question(
      'which entities are corroborated most',
      `entities(${corpus}, first: $first, orderBy: {by: CORROBORATIONS, direction: DESC}) {
        nodes { key counts { corroborations } } }`,
    ),
    question(
      'what gave way to what',
      `claims(${corpus}, first: $first, filter: {belief: [SUPERSEDED]}) {
        totalCount nodes { text belief { supersededBy { text } } } }`,
    ),
    {
      name: 'how a claim came to be believed, through all that replaced it',
      query: `query ($addr: ID!) { supersessionChain(addr: $addr) {
        accepted { text } isCyclic links { isAccepted proposalCount } } }`,
      variables: (round) => ({ addr: madeClaim(5 + 40 * round).addr }),
    },
    question(
      'what changed between two times, and which verdicts changed',
      `changes(${corpus}, from: "2000-01-01", to: "2100-01-01") {
        artefacts(first: $first) { nodes { domain } } claims(first: $first) { nodes { text } }
        evidence(first: $first, kinds: [SUPERSEDE_PROPOSE]) { nodes { claim { text } successor { text } } }
        retractions(first: $first) { nodes { reason } }
        turned(first: $first) { nodes { to answer { answerId } } } }`,
    ),
    question(
      'which verdicts changed, whichever answer it was',
      `findings(first: $first, filter: {at: {from: "2000-01-01"}, to: PASS}) { nodes { answerId to } }`,
    ),
    question(
      'who writes in the ledgers, and what one of them wrote',
      `actors(${corpus}, first: $first, orderBy: {by: EVENTS, direction: DESC}) { nodes { root counts { events } } }
       ledger(${corpus}, first: $first, filter: {actor: "reader-7-0"}) { nodes { kind claim { text } } }`,
    ),
    question(
      'which answers rest on a document',
      `answersHitBy(artefact: "${artefact}", first: $first) { nodes { answerId trust { findingsState } } }`,
    ),
    question(
      'which answers are at risk where a publisher goes, and all of it together',
      `atRisk(${corpus}, of: {publisher: "publisher7.example"}) {
        artefactCount isBounded turns(first: $first) { nodes { to answer { answerId } } } }`,
    ),
    {
      name: 'how two claims hang together',
      query: `query ($from: ID!, $to: ID!) { path(from: $from, to: $to) {
        outcome edges { kind stance source { __typename } } } }`,
      variables: (round) => ({
        from: madeClaim(contradicting(round)).addr,
        to: madeRival(contradicting(round)),
      }),
    },
    {
      name: 'what is around a claim, and who states it',
      query: `query ($of: ID!) { neighbourhood(of: $of, depth: 2) {
        nodes { distance node { ... on Claim { text } ... on Artefact { publishedBy { domain } } } } } }`,
      variables: (round) => ({ of: madeClaim(contradicting(round)).addr }),
    },
  ];
}

function question(name: string, fields: string): AnalystQuestion {
  return {
    name,
    query: `query ($first: Int) { ${fields} }`,
    variables: (round) => ({ first: MAX_ROUNDS - (round % MAX_ROUNDS) }),
  };
}
