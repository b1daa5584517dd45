/** How a server goes about statements: what its planner makes of each that a read runs. */
import type { Driver, ProfiledPlan } from 'neo4j-driver';
import { Neo4jConnection } from '../../../graph/neo4j/connection.ts';
import { boltStatement } from '../../../graph/neo4j/statement.ts';

export interface Profiled {
  readonly cypher: string;
  readonly plan: ProfiledPlan;
}

/** Runs what `read` asks its connection for, with the plan of each statement. */
export async function profilesOf(
  driver: Driver,
  read: (connection: Neo4jConnection) => Promise<unknown>,
): Promise<Profiled[]> {
  const session = driver.session();
  const profiles: Profiled[] = [];
  // A session runs one statement at a time.
  let last: Promise<unknown> = Promise.resolve();
  const connection = new Neo4jConnection((cypher, params) => {
    const { text, parameters } = boltStatement(cypher, params);
    const run = last.then(async () => {
      const { records, summary } = await session.run(`CYPHER ${replan(text)} PROFILE ${text}`, parameters);
      if (summary.profile !== false) profiles.push({ cypher, plan: summary.profile });
      return records.map((record) => record.toObject());
    });
    last = run.catch(() => undefined);
    return run;
  });
  try {
    await read(connection);
  } finally {
    await session.close();
  }
  return profiles;
}

export function hitsOf(plan: ProfiledPlan): number {
  return plan.dbHits + plan.children.reduce((sum, child) => sum + hitsOf(child), 0);
}

/** Each operator with its details. */
export function operatorsOf(plan: ProfiledPlan): string[] {
  const { Details: details } = plan.arguments;
  return [`${plan.operatorType} ${details}`, ...plan.children.flatMap(operatorsOf)];
}

export function isScan(step: string): boolean {
  return /^(AllNodesScan|\w*NodeByLabels?Scan|\w*NodeByLabelScan|\w*IndexScan|\w*RelationshipTypes?Scan|\w*AllRelationshipsScan)/.test(
    step,
  );
}

/** Statements that were planned since `forgetPlans`. */
const planned = new Set<string>();

function replan(text: string): string {
  if (planned.has(text)) return 'replan=default';
  planned.add(text);
  return 'replan=force';
}

/**
 * A server plans a statement once: from here on each plan of `profilesOf` is to be that of the store as it is. What else the server
 * has planned stays: the files behind this one run it too.
 */
export async function forgetPlans(driver: Driver): Promise<void> {
  await using session = driver.session();
  await session.run('CALL db.prepareForReplanning()');
  planned.clear();
}
