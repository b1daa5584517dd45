import { parse } from 'yaml';
import type { Parsed } from './read-document.ts';

const MAX_FRONT_MATTER_CHARS = 16 * 1024;
/** Deepest bracket nesting: the YAML parser recurses, and no member that is read here nests at all. */
const MAX_FLOW_DEPTH = 16;

/**
 * Reads the YAML of a front matter. Every scalar stays the text that was written (failsafe schema):
 * `version: 1.10` is not the number 1.1, and a date is not a clock's date. Aliases and duplicate keys are refused.
 */
export function parseFrontMatter(yaml: string): Parsed<Readonly<Record<string, unknown>>> {
  if (yaml.length > MAX_FRONT_MATTER_CHARS)
    return invalid(`it is longer than ${MAX_FRONT_MATTER_CHARS} characters`);
  if (nestsTooDeep(yaml)) return invalid('it nests too deep');
  let value: unknown;
  try {
    value = parse(yaml, { schema: 'failsafe', maxAliasCount: 0, logLevel: 'error' });
  } catch (error) {
    return invalid(error instanceof Error ? firstLine(error.message) : 'it is not YAML');
  }
  if (value === null || value === '') return { ok: true, value: {} };
  if (typeof value !== 'object' || Array.isArray(value)) return invalid('it is not a map of members');
  return { ok: true, value: { ...value } };
}

function nestsTooDeep(yaml: string): boolean {
  if (/^[ \t]*(?:[-?:][ \t]+){17}/m.test(yaml)) return true;
  let depth = 0;
  for (const mark of yaml) {
    if (mark === '[' || mark === '{') depth += 1;
    if (mark === ']' || mark === '}') depth -= 1;
    if (depth > MAX_FLOW_DEPTH) return true;
  }
  return false;
}

function invalid(detail: string): Parsed<never> {
  return { ok: false, reason: 'invalid_front_matter', detail: `the front matter is refused: ${detail}` };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
