import type { Envelope } from '../../../gateway/wire/envelope.ts';
import type { ErrorKind } from '../../../gateway/wire/error.ts';
import type { HealthzResponse } from '../../../gateway/wire/healthz.ts';

export const ENVELOPE: Envelope = {
  corpus: { name: 'things', snapshot: '3.0123456789ab' },
  budget: { asked: 800, spent: 10, dropped: { count: 0, kinds: [] } },
  mode: 'verified',
  rcx: { token_id: null },
  receipts: [{ receipt_id: 'rc_dev', class: 'dev', hash: '0'.repeat(64) }],
};

export const HEALTHY: HealthzResponse = {
  ...ENVELOPE,
  ok: true,
  refuses: [],
  refused_because: null,
  log_damage: null,
  status: 200,
  version: '0.1.0',
  compatibility: { rest: 'v1' },
};

export function refusal(status: number, kind: ErrorKind, reason: string, retryAfterMs?: number): unknown {
  const error = { status, kind, reason, message: `refused: ${reason}`, retry_after_ms: retryAfterMs };
  return { ...ENVELOPE, error };
}
