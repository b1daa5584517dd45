import { describe, expect, it } from 'vitest';
import { askChooser, type Offerable } from '../../../engine/answer/ask-chooser.ts';
import { ChooserUnavailable, type SentenceChooser } from '../../../engine/ports.ts';
import { MAX_OFFERED } from '../../../engine/receipt/choice.ts';
import { spanHash } from '../../../engine/receipt/receipt-hashes.ts';
import type { ArtefactId } from '../../../graph/address.ts';

const ranked = Array.from(
  { length: 15 },
  (_, index): Offerable => ({
    artefact: `art_${index}` as ArtefactId,
    span: { start: index, end: index + 20 },
    context: `Lake ${index}`,
    text: `Lake ${index} is deep.`,
  }),
);

const choosing = (choose: SentenceChooser['choose']): SentenceChooser => ({
  id: 'own/x',
  version: '1',
  choose,
});
const record = (chosen: readonly number[]) => ({
  chooser: 'own/x',
  version: '1',
  offered: ranked.slice(0, MAX_OFFERED).map(({ artefact, span, text }) => ({
    artefact_id: artefact,
    ...span,
    span_hash: spanHash(text),
  })),
  chosen,
});

describe('asking a chooser', () => {
  it('offers the first twelve with their numbers, and records places and hashes in place of words', async () => {
    let offer: Parameters<SentenceChooser['choose']>[0] | null = null;
    const chooser = choosing(async (given) => {
      offer = given;
      return { chosen: [12, 3] };
    });
    const found = await askChooser(chooser, 'How deep?', ranked);
    expect(offer).toEqual({
      question: 'How deep?',
      sentences: ranked
        .slice(0, MAX_OFFERED)
        .map(({ context, text }, index) => ({ n: index + 1, context, text })),
    });
    expect(found).toEqual({ choice: record([12, 3]), unavailable: null });
    expect(JSON.stringify(found)).not.toContain('deep');
  });

  it.each([
    ['there is none', null, ranked],
    ['nothing may answer', choosing(() => Promise.reject(new Error('asked'))), []],
  ])('asks nobody where %s', async (_, chooser, some) => {
    expect(await askChooser(chooser, 'How deep?', some)).toEqual({ choice: null, unavailable: null });
  });

  it('names a chooser that fails by its id and a hash that changes with its version', async () => {
    const failing = choosing(() => Promise.reject(new ChooserUnavailable('down')));
    const first = await askChooser(failing, 'How deep?', ranked);
    expect(first).toMatchObject({ choice: null, unavailable: { model: 'own/x' } });
    const second = await askChooser({ ...failing, version: '2' }, 'How deep?', ranked);
    expect(second.unavailable?.model_hash).not.toBe(first.unavailable?.model_hash);
  });

  it('hides no fault of the program, and passes on the signal and its reason', async () => {
    const broken = choosing(() => Promise.reject(new RangeError('broken')));
    await expect(askChooser(broken, 'q', ranked)).rejects.toThrow(RangeError);
    const gone = AbortSignal.abort(new Error('the caller has gone'));
    const waiting = choosing(async (_, signal) => {
      signal?.throwIfAborted();
      return { chosen: [] };
    });
    await expect(askChooser(waiting, 'q', ranked, gone)).rejects.toThrow('the caller has gone');
  });
});
