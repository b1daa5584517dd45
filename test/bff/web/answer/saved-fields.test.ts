import { describe, expect, it } from 'vitest';
import { offeredTitle, savedFields } from '../../../../bff/web/answer/saved-fields.ts';

const ANSWER = { answer_id: 'ans', q: 'How many moons does Saturn have?' };

function filled(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'Moons', folder: '', tags: '', ...fields }))
    form.set(name, value);
  return form;
}

describe('the form that saves an answer', () => {
  it('says nothing of tags and folder where it does not know whether there are any', () => {
    expect(savedFields(filled({ folder: ' ', tags: ' , ' }), ANSWER, null)).toEqual({
      answer_id: 'ans',
      title: 'Moons',
    });
  });

  it('takes away what its reader took out of it', () => {
    expect(savedFields(filled({}), ANSWER, { id: 's_1' })).toEqual({
      answer_id: 'ans',
      title: 'Moons',
      tags: [],
      folder: null,
    });
  });

  it.each([[null], [{ id: 's_1' }]])('says what its reader wrote, known before: %j', (saved) => {
    expect(savedFields(filled({ folder: ' Sky ', tags: 'moons,, rings ' }), ANSWER, saved)).toMatchObject({
      tags: ['moons', 'rings'],
      folder: 'Sky',
    });
  });

  it('says nothing of a title that it has only offered, unless it knows the entry', () => {
    const offered = filled({ title: offeredTitle(ANSWER) });
    expect(savedFields(offered, ANSWER, null)).toEqual({ answer_id: 'ans' });
    expect(savedFields(offered, ANSWER, { id: 's_1' })).toMatchObject({ title: ANSWER.q });
  });

  it('offers a long question cut to the longest title, and says nothing of it either', () => {
    const long = { ...ANSWER, q: `${'a'.repeat(199)} ${'b'.repeat(300)}` };
    expect(offeredTitle(long)).toHaveLength(200);
    expect(savedFields(filled({ title: offeredTitle(long) }), long, null)).toEqual({ answer_id: 'ans' });
  });
});
