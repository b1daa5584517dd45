/** Queries whose cost is known. */

export const PING = '{ __typename }';
export const PAGES = `query ($n: Int) { artefact(id: "a1x") { claims(first: $n) { nodes { ledger(first: $n) { nodes { seq } } } } } }`;
