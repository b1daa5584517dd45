import type { Engine } from '../../../engine/engine.ts';
import type { Turn } from '../../../engine/findings/what-would-turn.ts';
import { evidenceCommand } from '../../../engine/ledger/append-evidence.ts';
import type { Handle } from '../../../gateway/http/connection.ts';
import { createRest } from '../../../gateway/rest/create-rest.ts';
import { errorResponse } from '../../../gateway/wire/error.ts';
import {
  type EvidenceRequestV1,
  type EvidenceResponse,
  evidenceResponse,
} from '../../../gateway/wire/evidence.ts';
import { type ClaimAddr, claimIdOf } from '../../../graph/address.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { resolveClaim } from '../claim-argument.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { CommandFailure, usage } from '../failure.ts';
import { openEngine } from '../open-engine.ts';
import type { Output } from '../output.ts';
import { turnLines, turnsDocument } from '../print-turns.ts';
import type { Settings } from '../settings.ts';

export interface EvidenceArguments {
  readonly claim: string;
  readonly corpus: string | undefined;
  readonly kind: EvidenceRequestV1['kind'];
  readonly refs: readonly string[];
  /** Hash of each ref: refs of one hash are one piece of evidence. */
  readonly hashes: readonly string[];
  readonly itemKind: EvidenceRequestV1['evidence'][number]['kind'];
  /** Undefined: `ADDUCE_TOKEN`. */
  readonly token: string | undefined;
  /** Lists the answers whose verdict would change, and writes nothing. */
  readonly dryRun: boolean;
}

/** A placeholder: the request does not leave this process. */
const IN_PROCESS_URL = 'http://adduce.internal';
const UNAVAILABLE = 503;

/** `adduce evidence CLAIM`: one event on the claim's ledger, by the REST operation with all its checks. */
export async function evidence(
  { settings, output }: CommandContext,
  args: EvidenceArguments,
): Promise<ExitCode> {
  if (args.hashes.length !== args.refs.length) throw usage('each --ref needs its --hash');
  await using opened = await openEngine(settings);
  const { addr, view } = await resolveClaim(opened.engine, { ...args, asOf: undefined });
  const request = requestOf(addr, view.corpus, args, args.token ?? settings.token);
  if (args.dryRun) return await printSupposed(output, opened.engine, settings, request);
  const appended = await send(restOver(opened.engine, settings), request);
  const { kind, event_id, at, log } = appended.entry;
  output.result(appended, [`${kind} ${event_id} at ${at}, log entry ${log.seq}`]);
  return EXIT.ok;
}

/** The same operation with the same checks over an engine that evaluates the append without writing it. */
async function printSupposed(
  output: Output,
  engine: Engine,
  settings: Settings,
  request: Request,
): Promise<ExitCode> {
  let turns: readonly Turn[] = [];
  const supposing: Engine = {
    ...engine,
    appendEvidence: async (event) => {
      const supposed = await engine.whatWouldTurn(evidenceCommand(event), null);
      turns = supposed.turns;
      return supposed.result;
    },
  };
  const { entry } = await send(restOver(supposing, settings), request);
  const { event_id, kind } = entry;
  output.result({ dry_run: true, event_id, kind, turns: turnsDocument(turns) }, turnLines(turns));
  return EXIT.ok;
}

function restOver(engine: Engine, { enforce, engineAuth, stubsLifecycle }: Settings): Handle {
  // The response reports a fault of the store; a command has no other place to report it.
  const onFault = () => undefined;
  const config = {
    enforce,
    engineAuth,
    ratePerMinute: null,
    answersTo: null,
    stubsLifecycle,
    version: manifest.version,
    onFault,
  };
  return createRest({ engine, config });
}

function requestOf(addr: ClaimAddr, corpus: string, args: EvidenceArguments, token: string | null): Request {
  const body: EvidenceRequestV1 = {
    kind: args.kind,
    evidence: args.refs.map((ref, index) => ({ ref, hash: args.hashes[index] ?? '', kind: args.itemKind })),
  };
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const url = new URL(`/v1/claims/${claimIdOf(addr)}/evidence`, IN_PROCESS_URL);
  url.searchParams.set('corpus', corpus);
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function send(rest: Handle, request: Request): Promise<EvidenceResponse> {
  const response = await rest(request);
  const body: unknown = await response.json();
  if (response.ok) return evidenceResponse.parse(body);
  const { reason, message } = errorResponse.parse(body).error;
  const exit = response.status === UNAVAILABLE ? EXIT.unavailable : EXIT.refused;
  throw new CommandFailure(exit, reason, `${message} (${reason})`);
}
