/** What comments and documents cite is in the repository, at the place that they name. */
import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { anchorsOf, explicitAnchors } from './anchors.ts';
import { citationFaults, type Documents, missingDocuments } from './citations.ts';
import { isDocument, proseLines, repositoryTexts } from './repository-text.ts';

const ROOT = join(import.meta.dirname, '../..');
const LINK = /\]\(([^)\s]+)\)/g;
const SPEC = [
  'docs/spec/contract.md',
  'docs/spec/decisions.md',
  'docs/spec/glossary.md',
  'docs/spec/promises.md',
];
/** These spell out wrong citations on purpose. */
const ON_PURPOSE = new Set(['test/docs/citations.test.ts', 'test/docs/citations.ts']);

let texts: Awaited<ReturnType<typeof repositoryTexts>>;
let documents: Documents;
let adrs: ReadonlySet<number>;

beforeAll(async () => {
  texts = (await repositoryTexts()).filter(({ path }) => !ON_PURPOSE.has(path));
  documents = new Map(texts.filter(isDocument).map(({ path, text }) => [path, text]));
  adrs = new Set(
    [...documents.keys()].flatMap((path) => /^docs\/adr\/(\d{4})-/.exec(path)?.[1] ?? []).map(Number),
  );
});

describe('a citation in the tree', () => {
  it('resolves to a document, an anchor or an ADR that exists', () => {
    const faults = texts.flatMap((file) =>
      proseLines(file).flatMap(({ number, text }) =>
        citationFaults(text, documents, adrs).map((fault) => `${file.path}:${number}: ${fault}`),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('names a document only where it exists', () => {
    const code = texts.filter((file) => !isDocument(file) && !file.path.startsWith('test/'));
    const faults = code.flatMap((file) =>
      proseLines(file).flatMap(({ number, text }) =>
        missingDocuments(text, dirname(file.path), documents).map(
          (fault) => `${file.path}:${number}: ${fault}`,
        ),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('is made at least two hundred times', () => {
    const cited = texts.flatMap((file) =>
      isDocument(file) ? [] : (file.text.match(/docs\/spec\/\w+\.md#/g) ?? []),
    );
    expect(cited.length).toBeGreaterThan(200);
  });
});

describe('a link in a document', () => {
  it('leads to a file that exists, and to an anchor that it has', () => {
    const faults = [...documents].flatMap(([path, text]) =>
      [...text.matchAll(LINK)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/i.test(target))
        .filter((target) => !leadsSomewhere(path, target))
        .map((target) => `${path}: ${target}`),
    );
    expect(faults).toEqual([]);
  });
});

function leadsSomewhere(path: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const there = file === '' ? path : posix.join(posix.dirname(path), file);
  if (!existsSync(join(ROOT, there))) return false;
  const text = documents.get(there.replace(/\/$/, ''));
  return anchor === undefined || text === undefined || anchorsOf(text).has(anchor);
}

describe('docs/spec', () => {
  it.each(SPEC)('%s has each anchor once', (path) => {
    const anchors = explicitAnchors(documents.get(path) ?? '');
    expect(anchors).toEqual([...new Set(anchors)]);
  });
});

describe('the check of citations', () => {
  const some: Documents = new Map([['docs/spec/decisions.md', '<a id="4.8"></a>\n## 5. Answers\n']]);
  const known = new Set([6, 32]);

  it.each([
    '(docs/spec/decisions.md#4.8)',
    'see docs/spec/decisions.md#4.8, #5-answers.',
    'docs/spec/decisions.md has them',
    'as ADR 6 and docs/adr/0032-… say',
    'RFC 8949 §4.2.1',
  ])('accepts %s', (line) => {
    expect(citationFaults(line, some, known)).toEqual([]);
  });

  it.each([
    ['docs/spec/decisions.md#4.9', 'docs/spec/decisions.md has no anchor #4.9'],
    ['docs/spec/decisions.md#4.8, #6', 'docs/spec/decisions.md has no anchor #6'],
    ['docs/spec/contract.md#ap', 'docs/spec/contract.md does not exist'],
    ['as ADR 7 says', 'docs/adr has no 0007'],
    ['(docs/adr/0099-…)', 'docs/adr has no 0099'],
    [' * #4.8).', 'a citation is torn: write the document and its anchors in one line'],
  ])('refuses %s', (line, fault) => {
    expect(citationFaults(line, some, known)).toEqual([fault]);
  });

  it.each([
    '(decisions §4)',
    'decisions, first paragraph',
    '(contract: agent plane)',
    '(promises: resync)',
    'Contract, Limits: per user',
    'agent-plane.md says so',
    'shared/design says so',
  ])('refuses a paper outside the repository: %s', (line) => {
    expect(citationFaults(line, some, known)).toHaveLength(1);
  });

  it('finds a named document beside the file, from the root and in docs', () => {
    const there: Documents = new Map([
      ['docs/tokens.md', ''],
      ['eval/claims/README.md', ''],
    ]);
    expect(missingDocuments('see tokens.md, docs/tokens.md and README.md', 'eval/claims', there)).toEqual([]);
    expect(missingDocuments('see scale.md', 'graph', there)).toEqual(['scale.md does not exist']);
  });
});
