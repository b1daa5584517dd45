import neo4j from 'neo4j-driver';
import { expect, it } from 'vitest';
import { boltStatement } from '../../../graph/neo4j/statement.ts';

it('names each parameter of a statement as a member of the one that is sent', () => {
  const cypher = 'MATCH (n {a: $a}) WHERE n.b <= $b2 AND $s0_1 IS NULL RETURN $a[..$b2], 1';
  expect(boltStatement(cypher, { a: ['x'], b2: 2, s0_1: null })).toEqual({
    text: 'MATCH (n {a: $p.a}) WHERE n.b <= $p.b2 AND $p.s0_1 IS NULL RETURN $p.a[..$p.b2], 1',
    parameters: { p: { a: ['x'], b2: neo4j.int(2), s0_1: null } },
  });
});

it('sends one text for values of other types and lengths', () => {
  const cypher = 'UNWIND $keys AS key RETURN key, $limit';
  const texts = [
    { keys: [], limit: 0 },
    { keys: ['x'], limit: 1 },
    { keys: ['', 'xyz'.repeat(9)], limit: null },
  ];
  expect(new Set(texts.map((params) => boltStatement(cypher, params).text)).size).toBe(1);
});
