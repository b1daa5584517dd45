import { expect, it } from 'vitest';
import { openPage, violations } from '../../e2e/browser-page.ts';
import { describeChromium } from '../../setup/describe-engine.ts';
import { visitor } from '../browser.ts';
import { MOONS } from '../whole-server.ts';
import {
  browser,
  curates,
  records,
  roleIn,
  rowOf,
  rows,
  says,
  serveOrganisations,
  server,
} from './curated-organisation.ts';

describeChromium('the members of an organisation', (found) => {
  serveOrganisations(found);

  it('are removed after a question alone, and cannot come back by an earlier invitation', async () => {
    const { page, org } = await curates(['reader', 'reader']);
    await page.getByRole('button', { name: 'Make an invitation' }).click();
    const address = await page.getByLabel(/^Invitation as Reader, until /).inputValue();
    await page.getByRole('button', { name: 'Remove Member ther_1' }).click();
    const dialog = page.getByRole('dialog', { name: `Remove Member ther_1 from ${org}?` });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await roleIn(org, 'u_other_1')).toBe('reader');
    await page.getByRole('button', { name: 'Remove Member ther_1' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await says(page, 'Member ther_1 is no member any more.');
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await roleIn(org, 'u_other_1')).toBeNull();
    const back = visitor(server.url);
    const invitation = new URLSearchParams(new URL(address).hash.slice(1)).get('invitation');
    const { status } = await back.send('POST', '/api/session/organisations', { invitation });
    expect(status).toBe(403);
  });

  it('are invited by an address with a role and an end, and all invitations are ended together', async () => {
    const { page, org } = await curates();
    await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Contributor' });
    await page.getByLabel('It can be used for').selectOption({ label: '7 days' });
    await page.getByRole('button', { name: 'Make an invitation' }).click();
    const field = page.getByLabel(/^Invitation as Contributor, until 8 October 2026/);
    const address = await field.inputValue();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    const guest = await openPage(browser, address);
    await guest.page.getByRole('button', { name: `Join ${org}` }).click();
    await guest.page.getByText(`You have joined ${org}.`).waitFor();
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole('button', { name: 'End all invitations' }).click();
    const dialog = page.getByRole('dialog', { name: `End all invitations to ${org}?` });
    await dialog.getByRole('button', { name: 'End all invitations' }).click();
    await says(page, 'All invitations that were made until now have ended.');
    const late = await openPage(browser, address);
    await late.page.getByRole('alert').getByText('This invitation has ended').waitFor();
    expect(await rows(page).count()).toBe(2);
  });

  it('have public links to answers of the organisation, which are ended one by one', async () => {
    const { page, org } = await curates();
    const writer = visitor(server.url);
    await writer.send('GET', '/api/session');
    const session = (await writer.send('GET', '/api/session')).body;
    const id = session.personal_org.split('/')[1];
    {
      await using store = await records();
      await store.join(org, id, Date.parse(server.clock.now()), 'reader');
    }
    const { body } = await writer.send('POST', '/api/answers', { q: MOONS });
    await writer.send('POST', '/api/saved', { answer_id: body.answer_id, title: 'Moons' });
    await writer.send('DELETE', '/api/history');
    const link = { answer_id: body.answer_id, kind: 'page' };
    const { token } = (await writer.send('POST', '/api/links', link)).body.link;
    const shared = () => fetch(`${server.url}/api/public/answers/${token}`).then(({ status }) => status);
    expect(await shared()).toBe(200);
    await page.reload();
    const name = `Member ${id.slice(-6)}`;
    await page.getByLabel(`Public links of ${name}`).click();
    const row = rowOf(page, name);
    await row.getByText('Answer, shared 1 October 2026').waitFor();
    expect(await violations(page)).toEqual([]);
    await row.getByRole('button', { name: /^End the link to answer/ }).click();
    await row.getByText('The link has ended: nobody can read by it any more.').waitFor();
    await row.getByText('There are none to answers of this organisation.').waitFor();
    expect(await shared()).toBe(404);
  });
});
