/** Evaluation files: JSON lines, one JSON list or one JSON object, gzip'd or not, each record checked. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { z } from 'zod';
import { type CommandFailure, usage } from '../../bin/cli/failure.ts';
import { plainLine } from '../../engine/plain-line.ts';

/** What a file must hold. */
export interface RecordShape<T> {
  readonly schema: z.ZodType<T>;
  /** The shapes in words, for the user who gave another file. */
  readonly accepted: string;
}

/** A record and where it stands: `line 3` or, in a JSON list, `item 3`. */
export interface PlacedRecord<T> {
  readonly place: string;
  readonly value: T;
}

const MAX_BYTES = 512 * 1_024 * 1_024;
const GZIP_MAGIC = [0x1f, 0x8b];
const MAX_DETAIL_CHARS = 160;

const unzip = promisify(gunzip);

/**
 * The records of a file, at least one.
 * @throws {CommandFailure} usage, in one line: the file, the place, what is wrong there and what is accepted
 */
export async function readRecords<T>(file: string, shape: RecordShape<T>): Promise<PlacedRecord<T>[]> {
  const text = await readText(file);
  const found = wholeRecords(text) ?? lines(text);
  const records = found.map(({ place, json, value = parse(json) }) => {
    if (value === undefined) throw wrongRecord(file, place, 'it is not JSON', shape);
    const checked = shape.schema.safeParse(value);
    if (!checked.success) throw wrongRecord(file, place, issueOf(checked.error), shape);
    return { place, value: checked.data };
  });
  if (records.length === 0) throw usage(`${file} has no records; accepted: ${shape.accepted}`);
  return records;
}

/** A record that its schema accepts and the evaluation cannot use. */
export function wrongRecord(
  file: string,
  place: string,
  detail: string,
  { accepted }: Pick<RecordShape<unknown>, 'accepted'>,
): CommandFailure {
  return usage(`${file}, ${place}: ${plainLine(detail).slice(0, MAX_DETAIL_CHARS)}; accepted: ${accepted}`);
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw usage(`${file} cannot be read: ${error.message}`);
  });
  const plain = GZIP_MAGIC.every((byte, index) => bytes[index] === byte) ? await expand(file, bytes) : bytes;
  if (plain.length > MAX_BYTES) throw usage(`${file} is larger than ${MAX_BYTES} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    throw usage(`${file} is not UTF-8`);
  }
}

function expand(file: string, bytes: Uint8Array): Promise<Uint8Array> {
  return unzip(bytes, { maxOutputLength: MAX_BYTES }).catch((error: Error) => {
    throw usage(`${file} cannot be unpacked: ${error.message}`);
  });
}

interface Found {
  readonly place: string;
  readonly json: string;
  readonly value?: unknown;
}

/** Null where the text is not one JSON value: a line of a file may begin with a bracket too. */
function wholeRecords(text: string): Found[] | null {
  const whole = parse(text);
  if (whole === undefined) return null;
  if (!Array.isArray(whole)) return [{ place: 'line 1', json: '', value: whole }];
  return whole.map((value: unknown, index) => ({ place: `item ${index + 1}`, json: '', value }));
}

function lines(text: string): Found[] {
  return text
    .split('\n')
    .map((json, index) => ({ place: `line ${index + 1}`, json }))
    .filter(({ json }) => json.trim() !== '');
}

/** Undefined for what is no JSON. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function issueOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  const nearest = issue?.code === 'invalid_union' ? onlyIssueOf(issue.errors) : issue;
  if (nearest === undefined) return 'it has none of the accepted shapes';
  return `${nearest.path.join('.') || 'the record'}: ${nearest.message}`;
}

/** Where all but one member fit one of the shapes, and that shape alone, it is the one that was meant. */
function onlyIssueOf(shapes: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue | undefined {
  const near = shapes.filter((issues) => issues.length === 1);
  return near.length === 1 ? near[0]?.[0] : undefined;
}
