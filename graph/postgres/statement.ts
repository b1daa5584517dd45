/** Statements of this adapter: a fixed set, so that each connection prepares each of them once. */
import type { QueryConfig } from 'pg';
import { type PostgresParams, toParameter } from './sql-values.ts';

interface Compiled {
  readonly name: string;
  readonly text: string;
  /** Parameters in the order of `$1`, `$2` … */
  readonly parameters: readonly string[];
}

const PARAMETER = /@([a-z]\w*)/gi;
const compiled = new Map<string, Compiled>();

/** @param sql with parameters `@name`, each of which `params` has */
export function statementOf(sql: string, params: PostgresParams): QueryConfig {
  const { name, text, parameters } = compiled.get(sql) ?? compile(sql);
  const values = parameters.map((parameter) => {
    const value = params[parameter];
    if (value === undefined) throw new TypeError(`the statement's parameter @${parameter} is missing`);
    return toParameter(value);
  });
  return { name, text, values };
}

function compile(sql: string): Compiled {
  const parameters: string[] = [];
  const text = sql.replaceAll(PARAMETER, (_, parameter: string) => {
    const known = parameters.indexOf(parameter);
    return `$${known === -1 ? parameters.push(parameter) : known + 1}`;
  });
  const statement = { name: `adduce_${compiled.size}`, text, parameters };
  compiled.set(sql, statement);
  return statement;
}
