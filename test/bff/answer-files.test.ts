/** The files of an answer: its receipt and its trust report. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRUST_REPORT_EXPORT } from '../../bff/features.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { visitor } from './browser.ts';
import { asker, folder, serveMoons, server } from './moons-server.ts';

serveMoons();

describe('GET /api/answers/:id/receipt', () => {
  const path = (id: string, download?: string) =>
    `/api/answers/${id}/receipt${download === undefined ? '' : `?download=${download}`}`;
  const sentBytes = async (address: string, headers: Record<string, string>) => {
    const response = await fetch(`${server.url}${address}`, { headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it.each([
    ['json', 'application/vnd.adduce.receipt+json'],
    ['cbor', 'application/vnd.adduce.receipt+cbor'],
    ['html', 'text/html'],
  ])("gives the engine's own file as %s, to be saved and never shown", async (kind, type) => {
    const { reader, answerId } = await asker();
    const own = await sentBytes(path(answerId, kind), { cookie: reader.cookie ?? '' });
    const tenant = (await reader.send('GET', '/api/session')).body.personal_org;
    const engines = await sentBytes(`/v1/answers/${answerId}/receipt?download=${kind}`, {
      authorization: `Bearer ${server.key}`,
      'x-tenant': tenant,
    });
    expect([own.response.status, own.response.headers.get('content-type')]).toEqual([200, type]);
    expect(own.bytes.equals(engines.bytes)).toBe(true);
    expect(own.response.headers.get('content-disposition')).toBe(
      `attachment; filename="${answerId}.receipt.${kind}"`,
    );
    expect(own.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(own.response.headers.get('cache-control')).toBe('no-store');
  });

  it("gives the engine's whole reply where no file is asked for", async () => {
    const { reader, answerId } = await asker();
    const { body, headers } = await reader.send('GET', path(answerId));
    expect(body.receipt.content.answer_id).toBe(answerId);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${answerId}.receipt.json"`);
  });

  it.each(['pdf', '', 'JSON', 'json&download=pdf'])('refuses download=%s', async (kind) => {
    const { reader, answerId } = await asker();
    const { status, body } = await reader.send('GET', path(answerId, kind));
    expect([status, body.error.reason]).toEqual([400, 'invalid:query']);
  });

  it('is refused for another visitor’s answer and for an unknown one', async () => {
    const { reader, answerId } = await asker();
    for (const [who, id] of [
      [visitor(server.url), answerId],
      [reader, 'ans_none'],
    ] as const) {
      for (const kind of ['json', 'cbor', 'html']) {
        const { status, body } = await who.send('GET', path(id, kind));
        expect([status, body.error.reason]).toEqual([404, 'missing:answer']);
      }
    }
  });

  it('counts as a question does: sixty of both within a minute', async () => {
    const { reader, answerId } = await asker();
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) {
      statuses.push((await reader.send('HEAD', path(answerId, 'json'))).status);
    }
    expect(statuses).toEqual([...Array(59).fill(200), 429]);
  });
});

describe('GET /api/answers/:id/trust-report', () => {
  const ORG = 'local';
  const path = (id: string, format = '') => `/api/answers/${id}/trust-report${format && `?format=${format}`}`;

  async function allowed(enabled: boolean): Promise<void> {
    const records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
    await records.entitle(ORG, TRUST_REPORT_EXPORT, 'audit', enabled);
    await records[Symbol.asyncDispose]();
  }

  it('refuses it in plain words where it is not part of the plan', async () => {
    const { reader, answerId } = await asker();
    await allowed(false);
    for (const format of ['html', 'pdf', 'json']) {
      const { status, body } = await reader.send('GET', path(answerId, format));
      expect(status).toBe(403);
      expect(body.error).toMatchObject({ kind: 'Forbidden', reason: 'denied:entitlement' });
      expect(body.error.message).toContain('not part of your plan');
    }
  });

  it('gives the file in each format where it is', async () => {
    const { reader, answerId } = await asker();
    await allowed(true);
    for (const [format, type] of [
      ['html', 'text/html'],
      ['pdf', 'application/pdf'],
      ['json', 'application/json'],
    ] as const) {
      const { status, headers } = await reader.send('GET', path(answerId, format));
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      const name = `${answerId}.trust-report.${format}`;
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    }
    expect((await reader.send('GET', path(answerId, 'json'))).body.answer_id).toBe(answerId);
  });

  it('refuses another format, and answers that the visitor never asked for', async () => {
    const { reader, answerId } = await asker();
    await allowed(true);
    expect((await reader.send('GET', path(answerId, 'docx'))).body.error.reason).toBe('invalid:query');
    const stranger = visitor(server.url);
    expect((await stranger.send('GET', path(answerId))).status).toBe(404);
  });
});
