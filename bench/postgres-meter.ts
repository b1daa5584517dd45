/** The CPU of a PostgreSQL server that benchmarks use, of the processes that serve connections. */
import { readFileSync } from 'node:fs';
import { Client } from 'pg';

/** Of Linux: CPU times in /proc are in hundredths of a second. */
const MS_PER_TICK = 10;

/** In ms, of all connections but this one. */
export async function postgresCpu(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    return rows.reduce((sum, { pid }) => sum + processCpu(pid), 0);
  } finally {
    await client.end();
  }
}

function processCpu(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name, which may have spaces: state, parent …; user and system time are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
