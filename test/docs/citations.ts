/** Citations in comments and documents, and what they point to. */
import { anchorsOf } from './anchors.ts';

/** Documents by path from the root. */
export type Documents = ReadonlyMap<string, string>;

const SPEC = /docs\/spec\/[\w-]+\.md(?:#[\w.-]*\w(?:, #[\w.-]*\w)*)?/g;
const ADR = /\bADRs? 0*(\d{1,4})\b|\bdocs\/adr\/(\d{4})\b/g;
/** A document that is named in a comment without being linked. */
const NAMED = /(?<![\w/.…-])((?:[\w-]+\/)*[\w-]+\.md)\b/g;
/** Papers that are not part of the repository, by the forms in which comments used to cite them. */
const PAPERS = [
  /\bdecisions(?:\.md)?,? (?:§|first paragraph)/,
  /\((?:contract|promises|product|scale|reading|house|audit|decisions)(?:\.md)?[:;] /i,
  /\bContract, [A-Z]/,
  /\b(?:agent-plane|answer-engine)\.md\b/,
  /\bshared\/(?:spec|design)\b/,
];

/** A line of a comment that begins with the anchor of the line before: no search for the document would find it. */
const TORN = /^\s*(?:\*|\/\/) #[\w.-]+[,;).]/;

/** Why a line of a comment or a document cites what is not there; empty where it cites nothing wrong. */
export function citationFaults(
  line: string,
  documents: Documents,
  adrs: ReadonlySet<number>,
): readonly string[] {
  return [
    ...[...line.matchAll(SPEC)].flatMap(([citation]) => specFaults(citation, documents)),
    ...[...line.matchAll(ADR)]
      .map(([, spoken, path]) => Number(spoken ?? path))
      .filter((number) => !adrs.has(number))
      .map((number) => `docs/adr has no ${String(number).padStart(4, '0')}`),
    ...(TORN.test(line) ? ['a citation is torn: write the document and its anchors in one line'] : []),
    ...PAPERS.filter((form) => form.test(line)).map(
      () => 'cites a paper that is not in the repository: cite docs/spec',
    ),
  ];
}

function specFaults(citation: string, documents: Documents): readonly string[] {
  const [path = '', ...anchors] = citation.split(/,? ?#/);
  const text = documents.get(path);
  if (text === undefined) return [`${path} does not exist`];
  const there = anchorsOf(text);
  return anchors.filter((anchor) => !there.has(anchor)).map((anchor) => `${path} has no anchor #${anchor}`);
}

/** Documents that a comment names and that are nowhere: not from the root, not beside the file, not in docs/. */
export function missingDocuments(line: string, folder: string, documents: Documents): readonly string[] {
  return [...line.matchAll(NAMED)]
    .map(([, name = '']) => name)
    .filter((name) => ![name, `${folder}/${name}`, `docs/${name}`].some((path) => documents.has(path)))
    .map((name) => `${name} does not exist`);
}
