/** What the compiler reads: a list with pages, an item that is fetched again by its id, and what shows the same items. */
import { graphql } from 'relay-runtime';

export const claimsQuery = graphql`
  query claimsQuery($filter: ClaimFilter) {
    ...claims_page @arguments(filter: $filter)
  }
`;

export const claimsPage = graphql`
  fragment claims_page on Query
  @argumentDefinitions(
    count: { type: "Int", defaultValue: 4 }
    cursor: { type: "String" }
    filter: { type: "ClaimFilter" }
  )
  @refetchable(queryName: "claimsPageQuery") {
    claims(first: $count, after: $cursor, filter: $filter) @connection(key: "claims_page_claims", filters: ["filter"]) {
      totalCount
      edges {
        node {
          id
          addr
          text
          ...claims_item
        }
      }
    }
  }
`;

export const claimsItem = graphql`
  fragment claims_item on Claim @refetchable(queryName: "claimsItemQuery") {
    text
    effectiveAt
    belief {
      state
      effectiveConfidence
    }
    rivals {
      id
      text
    }
  }
`;

export const claimsAround = graphql`
  query claimsAroundQuery($of: ID!, $depth: Int!, $asOf: DateTime) {
    neighbourhood(of: $of, depth: $depth, asOf: $asOf) {
      nodes {
        nodeId
        distance
        more
        node {
          __typename
          ... on Claim {
            id
            text
            belief {
              state
            }
          }
          ... on Artefact {
            id
            title
            withdrawn {
              reason
            }
          }
        }
      }
      edges {
        id
        kind
        weight
        source {
          __typename
          ... on Claim {
            id
            addr
          }
          ... on Artefact {
            id
            domain
          }
        }
      }
    }
  }
`;
