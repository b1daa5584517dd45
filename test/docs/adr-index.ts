/** The records in docs/adr, and the rows that their index must have. */

export interface AdrRecord {
  readonly file: string;
  readonly number: number;
  readonly title: string;
  readonly status: string;
  readonly date: string;
  /** Number of the record that replaced it, or part of it. */
  readonly supersededBy: number | null;
}

export type ReadAdr =
  | { readonly ok: true; readonly adr: AdrRecord }
  | { readonly ok: false; readonly fault: string };

const FILE = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/;
const TITLE = /^# (\d+)\. (.+)$/m;
/** `Status: accepted, 2026-11-23; superseded by ADR 34`, or a list of `- Status: …` and `- Date: …`. */
const STATUS = /^(?:- )?Status: (proposed|accepted|rejected)\b([^\n]*)$/m;
const DATE = /\b(\d{4}-\d{2}-\d{2})\b/;
const DATE_LINE = /^(?:- )?Date: (\d{4}-\d{2}-\d{2})$/m;
const SUPERSEDED = /superseded (?:in part )?by ADR (\d+)/;

/** @param text of the file; its status stands between the title and the first section */
export function readAdr(file: string, text: string): ReadAdr {
  const number = Number(FILE.exec(file)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return fault(`docs/adr/${file}: a record is named NNNN-words-with-hyphens.md`);
  const [, titled, title = ''] = TITLE.exec(text) ?? [];
  if (Number(titled) !== number) return fault(`docs/adr/${file}: the first line is not "# ${number}. Title"`);
  const head = text.split('\n## ')[0] ?? '';
  const [, word = '', rest = ''] = STATUS.exec(head) ?? [];
  if (word === '')
    return fault(`docs/adr/${file}: no line "Status: accepted, YYYY-MM-DD" above the first section`);
  const date = (DATE.exec(rest) ?? DATE_LINE.exec(head))?.[1];
  if (date === undefined) return fault(`docs/adr/${file}: its status has no date YYYY-MM-DD`);
  const replaced = SUPERSEDED.exec(head)?.[1];
  const status = /^ in part\b/.test(rest) ? `${word} in part` : word;
  return {
    ok: true,
    adr: {
      file,
      number,
      title,
      status,
      date,
      supersededBy: replaced === undefined ? null : Number(replaced),
    },
  };
}

function fault(text: string): ReadAdr {
  return { ok: false, fault: text };
}

/** One row of the index. */
export function rowOf(
  { file, number, title, status, date, supersededBy }: AdrRecord,
  files: readonly string[],
): string {
  const by = files.find((name) => name.startsWith(`${String(supersededBy).padStart(4, '0')}-`));
  const link = supersededBy === null ? '' : `[${supersededBy}](${by ?? 'missing'})`;
  return `| [${number}](${file}) | ${title} | ${status} | ${date} | ${link} |`;
}

/** What is wrong between an index and its records; empty where they agree. */
export function indexFaults(index: string, adrs: readonly AdrRecord[]): readonly string[] {
  const files = adrs.map(({ file }) => file);
  const wanted = adrs.map((adr) => rowOf(adr, files));
  const rows = index.split('\n').filter((line) => /^\| \[\d+\]/.test(line));
  const missing = wanted
    .filter((row) => !rows.includes(row))
    .map((row) => `docs/adr/README.md lacks the row ${row}`);
  const stray = rows
    .filter((row) => !wanted.includes(row))
    .map((row) => `docs/adr/README.md has a row of no record: ${row}`);
  const twice = adrs
    .filter(({ number }, index_) => adrs.findIndex((other) => other.number === number) !== index_)
    .map(({ file }) => `docs/adr/${file}: its number is used by another record`);
  const inOrder = wanted.filter((row) => rows.includes(row));
  const order = rows.filter((row) => wanted.includes(row));
  const disorder =
    inOrder.join() === order.join() ? [] : ['docs/adr/README.md: rows are not in the order of their numbers'];
  return [...missing, ...stray, ...twice, ...disorder];
}
