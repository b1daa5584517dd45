/** What an analyst asks first, as tabs of the page: each runs on the demo corpus as it stands. */

/** A tab of GraphiQL; its title is the operation's name. */
export interface ExampleTab {
  readonly query: string;
  /** JSON. */
  readonly variables: string;
}

const CLAIMS_OF_AN_ENTITY = `# What is said of an entity, what is believed of it, and what contradicts it
query ClaimsOfAnEntity($entity: String!, $first: Int) {
  claims(filter: { entity: $entity }, first: $first) {
    totalCount
    aggregate { belief { key count } attribute { key count } }
    nodes {
      addr
      text
      effectiveAt
      belief { state effectiveConfidence supersededBy { text } }
      rivals { text }
      occurrences { artefact { domain title } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`;

const DISPUTES_BY_DOMAIN = `# Who states claims that are no longer held, or that somebody disputes
query DisputesByDomain($belief: [BeliefFilter!]) {
  claims(filter: { belief: $belief }, first: 20) {
    totalCount
    aggregate { domain { key count } belief { key count } }
    nodes {
      text
      belief { state contestRef supersededBy { text } }
      occurrences { artefact { domain } }
    }
  }
}
`;

const SUPERSESSION_CHAIN = `# What a claim gave way to, and what it replaced
query SupersessionChain($addr: ID!) {
  supersessionChain(addr: $addr) {
    accepted { text effectiveAt }
    predecessors { distance claim { text } }
    links { isAccepted claim { text } successor { text } proposals { at actor } }
    isBounded
    isCyclic
  }
}
`;

const ANSWERS_HIT_BY_AN_ARTEFACT = `# Which of your answers rest on a document: ask something first
query AnswersHitByAnArtefact($artefact: ID!) {
  artefact(id: $artefact) { title url domain withdrawn { reason } }
  answersHitBy(artefact: $artefact, first: 10) {
    nodes { answerId q at trust { findingsState reasons { code claim } } }
  }
}
`;

const WHY_THIS_SET = `# Why your newest answer rests on these artefacts: what each covers, and what disagrees
query WhyThisSet($first: Int) {
  answers(first: $first) {
    nodes {
      q
      summary
      evidenceSet { optimality artefacts { artefactId title domain } }
      claimGroups {
        coverage { score domain claim { text } artefact { title } }
        counterfactuals { reason action quote rival { text } artefact { domain } }
        checked { sentencesRead foundBy searches { kind terms sections } }
      }
    }
  }
}
`;

const LIVE_FINDINGS = `# The verdicts of your answers, as evidence turns them: the log on this page shows each event
subscription LiveFindings {
  findings {
    seq
    answerId
    from
    to
    at
    reasons { code claim artefact }
  }
}
`;

const SATURN_HAD_62_MOONS = 'wx://things-that-changed/claim/c1l6s3dn75fqmjnba7b4sqkblynn';
const A_LONG_LIST_OF_MOONS = 'a1uc4lbpiuvidh4qg2nnqn7lj3ep';

export const EXAMPLE_TABS: readonly ExampleTab[] = [
  tab(CLAIMS_OF_AN_ENTITY, { entity: 'Saturn', first: 10 }),
  tab(DISPUTES_BY_DOMAIN, { belief: ['CONTESTED', 'DISPUTED', 'SUPERSEDED'] }),
  tab(SUPERSESSION_CHAIN, { addr: SATURN_HAD_62_MOONS }),
  tab(ANSWERS_HIT_BY_AN_ARTEFACT, { artefact: A_LONG_LIST_OF_MOONS }),
  tab(WHY_THIS_SET, { first: 1 }),
  tab(LIVE_FINDINGS, {}),
];

function tab(query: string, variables: object): ExampleTab {
  return { query, variables: JSON.stringify(variables, null, 2) };
}
