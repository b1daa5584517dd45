/** What a store must hold after a schedule, whatever happened in it. Gives what is wrong, in words; nothing where all is well. */
import { Beliefs } from '../../engine/belief/read-beliefs.ts';
import { evaluate } from '../../engine/findings/evaluate.ts';
import { isNews } from '../../engine/findings/is-news.ts';
import { answersByView, readFactsOf } from '../../engine/findings/verdicts.ts';
import type { AnswerId, EventId } from '../../graph/address.ts';
import { verifyLog } from '../../graph/log/verify-log.ts';
import { NO_LIMIT, readRange } from '../../graph/store/ranges.ts';
import type { FindingRecord } from '../../graph/store/rows.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { TENANT } from './gateway.ts';
import type { Outcome, Scene } from './schedule.ts';

const PAGE = 1_000;
const ANSWERS = { tenant: TENANT, uses: null, after: -1, before: null };
const QUIET = { verifiers: [], seen: null, onProgress: () => undefined };

export async function broken(scene: Scene, outcome: Outcome): Promise<string[]> {
  const findings = await findingsOf(scene.store);
  return [
    ...outcome.faults,
    ...(await brokenAppends(scene.store, outcome)),
    ...brokenFollowers(findings, outcome),
    ...brokenChains(findings),
    ...(await brokenVerdicts(scene)),
  ];
}

/** Each append is acknowledged, and stands in the ledger exactly once. */
async function brokenAppends(store: GraphStore, { appends }: Outcome): Promise<string[]> {
  const wrong: string[] = [];
  const ids = appends.flatMap(({ acknowledged }) => (acknowledged === null ? [] : [acknowledged as EventId]));
  const events = new Map(
    (await store.records('events', ids)).flatMap((one) => (one === null ? [] : [[one.event_id, one]])),
  );
  for (const { request, acknowledged, contradicted } of appends) {
    const key = request.idempotency?.key;
    if (acknowledged === null) wrong.push(`append ${key} was never acknowledged`);
    else if (!events.has(acknowledged as EventId)) wrong.push(`append ${key} was acknowledged and is lost`);
    if (contradicted) wrong.push(`append ${key} was acknowledged as two events`);
  }
  const claims = [...new Set(appends.map(({ request }) => request.claim))];
  const by = claims.map((claim) => ({ claim, after: -1 }));
  const ledger = (await store.ranges('ledger', { by, limit: NO_LIMIT })).flat();
  const counts = Map.groupBy(ledger, ({ evidence }) => evidence[0]?.hash);
  for (const { request, acknowledged } of appends) {
    const hash = events.get(acknowledged as EventId)?.evidence[0]?.hash;
    if ((counts.get(hash)?.length ?? 0) > 1)
      wrong.push(`append ${request.idempotency?.key} was written twice`);
  }
  return wrong;
}

/** Each follower has every verdict since it began, in order, once. */
function brokenFollowers(findings: readonly FindingRecord[], { followers }: Outcome): string[] {
  return followers.flatMap(({ received, begin }, n) => {
    const wanted = findings.flatMap(({ seq }) => (seq > begin ? [seq] : []));
    return wanted.join() === received.join()
      ? []
      : [`follower ${n} has ${received.join()}, not ${wanted.join()}`];
  });
}

/** Each verdict begins where the one before it ended, and says something new. */
function brokenChains(findings: readonly FindingRecord[]): string[] {
  const latest = new Map<AnswerId, FindingRecord>();
  return findings.flatMap((finding) => {
    const { answer_id, from, to, reasons } = finding.body;
    const before = latest.get(answer_id);
    latest.set(answer_id, finding);
    if (from !== (before?.body.to ?? 'UNKNOWN')) return [`the verdict at ${finding.seq} begins with ${from}`];
    const isSame = before?.body.to === to && JSON.stringify(before.body.reasons) === JSON.stringify(reasons);
    return isSame ? [`the verdict at ${finding.seq} repeats the one before`] : [];
  });
}

/** The stored verdict of each answer is what an evaluation from nothing gives. */
export async function brokenVerdicts({ store }: Pick<Scene, 'store'>): Promise<string[]> {
  const answers = await readRange(store, 'answers', ANSWERS, { limit: PAGE, newestFirst: false });
  const sources = { reader: store, beliefs: new Beliefs(store), refuses: () => false };
  const wrong: string[] = [];
  for (const group of await answersByView(store, answers)) {
    const facts = await readFactsOf(sources, group);
    const stored = await store.records(
      'latestFindings',
      group.answers.map(({ body }) => body.answer_id),
    );
    for (const [index, answer] of group.answers.entries()) {
      const finding = stored[index] ?? null;
      const verdict = evaluate(answer.body, facts);
      const isStale =
        finding === null ||
        isNews({ ...finding, body: { ...finding.body, evaluated_seq: 0 } }, verdict, group.view);
      if (isStale)
        wrong.push(
          `answer ${answer.body.answer_id} is ${finding?.body.to}, and evaluates to ${verdict.state}`,
        );
    }
  }
  return wrong;
}

/** The tree, the blobs and the times of a whole log. */
export async function brokenLog(store: GraphStore): Promise<string[]> {
  try {
    await verifyLog(store, QUIET);
  } catch (fault) {
    return [String(fault)];
  }
  let latest = '';
  for (let after = -1; ; ) {
    const page = await store.entries({ after, limit: PAGE, types: null });
    for (const { entry } of page) {
      if (entry.at < latest) return [`the time of entry ${entry.seq} is before that of the one before`];
      latest = entry.at;
    }
    const last = page.at(-1);
    if (last === undefined) return [];
    after = last.entry.seq;
  }
}

async function findingsOf(store: GraphStore): Promise<FindingRecord[]> {
  const found: FindingRecord[] = [];
  for (let after = -1; ; ) {
    const page = await readRange(
      store,
      'findings',
      { tenant: TENANT, after, answers: null },
      { limit: PAGE },
    );
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    after = last.seq;
  }
}
