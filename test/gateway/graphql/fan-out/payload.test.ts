import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as ws from 'ws';
import { Payload } from '../../../../gateway/graphql/fan-out/payload.ts';

// It is there, and its types do not say so.
const { Receiver } = ws as unknown as { readonly Receiver: new (options: object) => Writable };

/** What the library of the sockets reads from frames, in the order of their messages. */
function readFrames(...frames: readonly Uint8Array[]): string[] {
  const messages: string[] = [];
  const receiver = new Receiver({ isServer: false, allowSynchronousEvents: true });
  receiver.on('message', (data: Buffer, isBinary: boolean) => messages.push(isBinary ? 'binary' : `${data}`));
  for (const frame of frames) receiver.write(frame);
  return messages;
}

/** The frames as they would be sent; what is kept at the time of each must stay as it is. */
function framesOf(
  payload: Payload,
  ids: readonly string[],
  isKept = (_index: number) => false,
): Uint8Array[] {
  return ids.map((id, index) => {
    let sent: Uint8Array = new Uint8Array();
    payload.writeFrame(idOf(id), {
      write: (frame) => {
        sent = isKept(index) ? frame : Uint8Array.from(frame);
        return !isKept(index);
      },
    });
    return sent;
  });
}

/** What a result says beside its data at position 1. */
const BEHIND_1 = { extensions: { after: 1 } };

const idOf = (id: string) => Buffer.from(JSON.stringify(id));
const messageOf = (id: string, payload: object) => JSON.stringify({ id, type: 'next', payload });

describe('the frame of a payload', () => {
  it('is the message that graphql-transport-ws has for it, whatever the id and the result', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }),
        fc.jsonValue(),
        (ids, value) => {
          const result = { data: { value } };
          const payload = new Payload(1, result);
          const wellFormed = ids.map((id) => id.toWellFormed());
          expect(readFrames(...framesOf(payload, wellFormed))).toEqual(
            wellFormed.map((id) => messageOf(id, JSON.parse(JSON.stringify({ ...result, ...BEHIND_1 })))),
          );
        },
      ),
    );
  });

  // RFC 6455 §5.2: a length of 7 bits, of 16, of 64.
  it.each([124, 125, 126, 127, 65_534, 65_535, 65_536, 1_000_000])(
    'holds a message of %i bytes',
    (length) => {
      const empty = messageOf('x', { data: { text: '' }, ...BEHIND_1 }).length;
      if (length < empty) throw new RangeError('no message is that short');
      const result = { data: { text: 'a'.repeat(length - empty) } };
      const [message] = readFrames(...framesOf(new Payload(1, result), ['x']));
      expect(message).toBe(messageOf('x', { ...result, ...BEHIND_1 }));
      expect(message).toHaveLength(length);
    },
  );

  it('is each subscriber’s own, also where the system takes it later', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (kept) => {
        const payload = new Payload(1, { data: { n: 1 } });
        const ids = kept.map((_, index) => (index % 3 === 0 ? `${index}` : randomUUID()));
        const frames = framesOf(payload, ids, (index) => kept[index] === true);
        expect(readFrames(...frames)).toEqual(
          ids.map((id) => messageOf(id, { data: { n: 1 }, ...BEHIND_1 })),
        );
      }),
    );
  });
});

describe('the event of a payload', () => {
  it('is written once, with its position as the id', () => {
    const payload = new Payload(17, { data: { text: 'two\nlines' } });
    expect(String(Buffer.from(payload.block))).toBe(
      'event: next\nid: 17\ndata: {"data":{"text":"two\\nlines"},"extensions":{"after":17}}\n\n',
    );
    expect(payload.block).toBe(payload.block);
  });

  it('has neither id nor position where there is nothing to resume behind', () => {
    const payload = new Payload(null, { data: { n: 1 } });
    expect(String(Buffer.from(payload.block))).toBe('event: next\ndata: {"data":{"n":1}}\n\n');
    expect(readFrames(...framesOf(payload, ['x']))).toEqual([messageOf('x', { data: { n: 1 } })]);
  });
});
