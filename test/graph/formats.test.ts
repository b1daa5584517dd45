/** What is stored is of a numbered format: another schema needs another number, or a store that was made before is read with it. */
import { expect, it } from 'vitest';
import { sha256Hex } from '../../graph/digest.ts';
import { PROJECTION_FORMAT } from '../../graph/embedded/formats.ts';
import { PROJECTION_TABLES } from '../../graph/embedded/schema.ts';
import { VERSION } from '../../graph/neo4j/format.ts';
import { definitions } from '../../graph/neo4j/schema.ts';

const digestOf = (text: string) => sha256Hex(Buffer.from(text)).slice(0, 16);
const REMEDY = 'the schema has changed: raise the number, then write the new digest here';

it('has a number of its own for each schema of the embedded store', () => {
  const found = { number: PROJECTION_FORMAT, schema: digestOf(PROJECTION_TABLES) };
  expect(found, REMEDY).toEqual({ number: 12, schema: 'd0ad623133a095d8' });
});

it('has a number of its own for each schema of Neo4j', () => {
  const found = {
    number: VERSION,
    schema: digestOf(
      definitions()
        .map(([, cypher]) => cypher)
        .join('\n'),
    ),
  };
  expect(found, REMEDY).toEqual({ number: 20, schema: 'bb56dc8f9b800741' });
});
