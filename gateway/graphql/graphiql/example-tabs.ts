/** What an analyst asks first, as tabs of the page: each finds its items by their order, and so runs on any corpus. */

/** A tab of GraphiQL; its title is the operation's name. */
export interface ExampleTab {
  readonly query: string;
  /** JSON. */
  readonly variables: string;
}

const ENTITIES = `# What the corpus speaks of most; put a key into the filter of claims for all that is said of it
query Entities($first: Int) {
  entities(orderBy: { by: CLAIMS, direction: DESC }, first: $first) {
    totalCount
    nodes { key since counts { claims corroborations disputes } }
  }
}
`;

const CLAIMS = `# The newest claims: what each states, what is believed of it, and what contradicts it
query Claims($filter: ClaimFilter, $first: Int) {
  claims(filter: $filter, orderBy: { by: EFFECTIVE_AT, direction: DESC }, first: $first) {
    totalCount
    aggregate { belief { key count } attribute { key count } }
    nodes {
      addr
      text
      effectiveAt
      entities { key }
      statement { attribute { name } value { text } }
      belief { state effectiveConfidence supersededBy { text } }
      rivals { text }
      occurrences { artefact { domain title } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`;

const CLUSTERS = `# What several claims state in other words, and who states it
query Clusters($first: Int) {
  clusters(filter: { several: true }, first: $first) {
    totalCount
    nodes { clusterId claimCount publishers { key count } claims(first: 3) { nodes { text } } }
  }
}
`;

const PUBLISHERS = `# Which publishers are contradicted most, and by whom
query Publishers($first: Int) {
  publishers(orderBy: { by: CONTRADICTED, direction: DESC }, first: $first) {
    nodes { domain since counts { artefacts statements contradicted contradicts disputed } }
  }
  oppositions(orderBy: { by: CONTRADICTIONS, direction: DESC }, first: $first) {
    nodes { contradictingDomain contradictedDomain counts { contradictions disputes } }
  }
}
`;

const ONE_SOURCE = `# Claims that rest on a single publisher, the surest first
query OneSource($first: Int) {
  claims(filter: { sources: ONE }, orderBy: { by: CONFIDENCE, direction: DESC }, first: $first) {
    nodes { text belief { state effectiveConfidence } occurrences(first: 1) { artefact { publisher } } }
  }
}
`;

const CHANGES = `# What came in between two times, and which verdicts changed
query Changes($from: DateTime, $to: DateTime, $first: Int) {
  changes(from: $from, to: $to) {
    artefacts(first: $first) { nodes { title domain } pageInfo { hasNextPage endCursor } }
    claims(first: $first) { nodes { text } pageInfo { hasNextPage endCursor } }
    evidence(first: $first, kinds: [DISPUTE, SUPERSEDE_PROPOSE]) { nodes { kind claim { text } successor { text } } }
    retractions(first: $first) { nodes { at reason artefact { title } } }
    turned(first: $first) { nodes { from to at answer { q } } }
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

const SUPERSEDED = `# What gave way to what: supersessionChain follows one of them through all of its successors
query Superseded($first: Int) {
  claims(filter: { belief: [SUPERSEDED] }, first: $first) {
    totalCount
    nodes { addr text effectiveAt belief { supersededBy { addr text effectiveAt } } }
  }
}
`;

const WHAT_ANSWERS_REST_ON = `# What your newest answers rest on, and how their verdicts stand: ask something first
query WhatAnswersRestOn($first: Int) {
  answers(first: $first) {
    nodes {
      answerId
      q
      at
      trust { findingsState reasons { code claim } }
      evidenceSet { artefacts { artefactId title url domain withdrawn { reason } } }
    }
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

export const EXAMPLE_TABS: readonly ExampleTab[] = [
  tab(ENTITIES, { first: 20 }),
  tab(CLAIMS, { filter: {}, first: 10 }),
  tab(CLUSTERS, { first: 10 }),
  tab(PUBLISHERS, { first: 10 }),
  tab(ONE_SOURCE, { first: 10 }),
  tab(CHANGES, { from: null, to: null, first: 10 }),
  tab(SUPERSEDED, { first: 10 }),
  tab(DISPUTES_BY_DOMAIN, { belief: ['CONTESTED', 'DISPUTED', 'SUPERSEDED'] }),
  tab(WHAT_ANSWERS_REST_ON, { first: 10 }),
  tab(WHY_THIS_SET, { first: 1 }),
  tab(LIVE_FINDINGS, {}),
];

function tab(query: string, variables: object): ExampleTab {
  return { query, variables: JSON.stringify(variables, null, 2) };
}
