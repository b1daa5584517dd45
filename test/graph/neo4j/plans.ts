/** How a server goes about statements: what its planner makes of each that a read runs. */
import type { Driver, ProfiledPlan } from 'neo4j-driver';
import { toBolt } from '../../../graph/neo4j/bolt-values.ts';
import { Neo4jConnection } from '../../../graph/neo4j/connection.ts';

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
    const bound = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toBolt(value)]));
    const run = last.then(async () => {
      const { records, summary } = await session.run(`PROFILE ${cypher}`, bound);
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

/** A server plans a statement once: here each plan is to be that of the store as it is. */
export async function forgetPlans(driver: Driver): Promise<void> {
  await using session = driver.session();
  await session.run('CALL db.prepareForReplanning()');
  await session.run('CALL db.clearQueryCaches()');
}
