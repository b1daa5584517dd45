import { describe, expect, it } from 'vitest';
import { savedFields } from '../../../../bff/web/answer/saved-fields.ts';

function filled(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'Moons', folder: '', tags: '', ...fields }))
    form.set(name, value);
  return form;
}

describe('the form that saves an answer', () => {
  it('says nothing of tags and folder where it does not know whether there are any', () => {
    expect(savedFields(filled({ folder: ' ', tags: ' , ' }), 'ans', null)).toEqual({
      answer_id: 'ans',
      title: 'Moons',
    });
  });

  it('takes away what its reader took out of it', () => {
    expect(savedFields(filled({}), 'ans', { id: 's_1' })).toEqual({
      answer_id: 'ans',
      title: 'Moons',
      tags: [],
      folder: null,
    });
  });

  it.each([[null], [{ id: 's_1' }]])('says what its reader wrote, known before: %j', (saved) => {
    expect(savedFields(filled({ folder: ' Sky ', tags: 'moons,, rings ' }), 'ans', saved)).toMatchObject({
      tags: ['moons', 'rings'],
      folder: 'Sky',
    });
  });
});
