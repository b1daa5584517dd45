/** Saved answers as a file, written while they are read: CSV, RIS, or Markdown with footnotes. */
import { z } from 'zod';
import type { AnswerReceipt } from '../gateway/wire/receipt.ts';
import { expectedOf } from './ask.ts';
import { type BffContext, callFor, type Visitor } from './bff-context.ts';
import { textStream } from './reply.ts';
import { type SavedEntry, savedPages, savedQuery, savedView } from './saved.ts';
import { entriesInput } from './saved-entries.ts';
import { verifiedReceipt } from './verified-receipt.ts';

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  ris: { type: 'application/x-research-info-systems; charset=utf-8', write: ris },
  md: { type: 'text/markdown; charset=utf-8', write: markdown },
} as const;

export const exportQuery = savedQuery.omit({ limit: true, cursor: true }).extend({
  /** These entries alone, whatever else is asked for: up to 100, with a comma between them. */
  ids: z
    .string()
    .transform((list) => list.split(','))
    .pipe(entriesInput.shape.ids)
    .optional(),
  format: z.enum(['csv', 'ris', 'md']).default('csv'),
});
type ExportQuery = z.infer<typeof exportQuery>;

type Entries = AsyncIterable<SavedEntry>;

/**
 * All entries that the filter finds, or those of the named ones that the visitor has. Markdown reads the receipt of each
 * answer: past the limits, or where one cannot be read, its entry states that its sources are missing.
 * @throws {BffRefusal} 429 past the limit
 */
export async function exportSaved(
  bff: BffContext,
  visitor: Visitor,
  { format, ids, ...filter }: ExportQuery,
): Promise<Response> {
  await bff.limits.read(visitor);
  const { type, write } = FORMATS[format];
  const entries = ids === undefined ? savedPages(bff, visitor, filter) : namedEntries(bff, visitor, ids);
  const text = write(entries, (entry) => receiptOf(bff, visitor, entry));
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="adduce-saved.${format}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(textStream(text), { headers });
}

/** In the order asked for, each once. */
async function* namedEntries(
  { records }: BffContext,
  { user }: Visitor,
  ids: readonly string[],
): AsyncGenerator<SavedEntry, void, void> {
  for (const id of new Set(ids)) {
    const saved = await records.savedById(user, id);
    if (saved !== null) yield savedView(saved);
  }
}

type ReadReceipt = (entry: SavedEntry) => Promise<AnswerReceipt | null>;

async function receiptOf(
  bff: BffContext,
  visitor: Visitor,
  { answer_id }: SavedEntry,
): Promise<AnswerReceipt | null> {
  const known = await bff.records.askedFor(visitor.user, answer_id);
  if (known === null) return null;
  const read = () => verifiedReceipt(bff, callFor(bff, visitor, known.owner), expectedOf(known));
  return bff.limits.engine(visitor, 'search', read).catch(() => null);
}

const COLUMNS = [
  'id',
  'answer_id',
  'title',
  'question',
  'summary',
  'folder',
  'tags',
  'note',
  'verdict',
  'verdict_when_saved',
  'saved_at',
  'as_of',
  'corpus',
] as const;

/** RFC 4180, with a header. */
async function* csv(entries: Entries): AsyncGenerator<string, void, void> {
  yield line(COLUMNS);
  for await (const one of entries) {
    const { q, summary, as_of, corpus } = one.snapshot;
    const place = [one.folder ?? '', one.tags.join('; '), one.note ?? ''];
    const verdicts = [one.findings_state, one.saved_state, one.created_at];
    yield line([
      one.id,
      one.answer_id,
      one.title,
      q,
      summary,
      ...place,
      ...verdicts,
      as_of ?? '',
      corpus ?? '',
    ]);
  }
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A spreadsheet takes what begins with these for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** One record of type GEN for each answer. */
async function* ris(entries: Entries): AsyncGenerator<string, void, void> {
  for await (const one of entries) {
    const { q, summary, as_of } = one.snapshot;
    const fields: [string, string][] = [
      ['TY', 'GEN'],
      ['ID', one.answer_id],
      ['TI', one.title],
      ['T2', q],
      ['AB', summary],
      ['DA', (as_of ?? one.created_at).slice(0, 10).replaceAll('-', '/')],
      ...one.tags.map((tag): [string, string] => ['KW', tag]),
      ['N1', [`Verdict ${one.findings_state}, ${one.saved_state} when saved.`, one.note ?? ''].join(' ')],
    ];
    for (const [name, value] of fields) yield `${name}  - ${value.replaceAll(/\s+/g, ' ').trim()}\r\n`;
    yield 'ER  - \r\n\r\n';
  }
}

/** A section for each answer, and a footnote for each quote. */
async function* markdown(entries: Entries, read: ReadReceipt): AsyncGenerator<string, void, void> {
  let notes = 0;
  for await (const one of entries) {
    const receipt = await read(one);
    yield `## ${plain(one.title)}\n\n*${plain(one.snapshot.q)}* · ${one.findings_state}\n\n`;
    if (receipt === null) {
      yield `${plain(one.snapshot.summary)}\n\nIts sources could not be read.\n\n`;
      continue;
    }
    const { sentences, artefacts } = receipt.content;
    const urls = new Map(artefacts.map(({ artefact_id, url }) => [artefact_id, url]));
    const footnotes: string[] = [];
    for (const { text, citations } of sentences) {
      const marks = citations.map(({ artefact_id, quote }) => {
        notes++;
        footnotes.push(`[^${notes}]: “${plain(quote)}” <${urls.get(artefact_id) ?? artefact_id}>`);
        return `[^${notes}]`;
      });
      yield `${plain(text)}${marks.join('')} `;
    }
    yield `\n\n${footnotes.join('\n')}\n\nReceipt ${receipt.receipt_id}, ${receipt.hash}\n\n`;
  }
}

/** On one line, without what Markdown or HTML would take for markup. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~^&]/g, '\\$&');
}
