/** Every state of the page that has a reference picture: its address, and what a reader does there. */
import type { Page } from 'playwright-core';

/** What the reader of the pictures has asked. */
export interface Asked {
  /** Addresses of answers: their sources hold, were disputed, there is none. */
  readonly holds: string;
  readonly failed: string;
  readonly none: string;
  /** Ids of the first two. */
  readonly ids: readonly [string, string];
  /** Of the first sentence of the answer that holds. */
  readonly claim: string;
  /** The path of a link that shares it. */
  readonly shared: string;
}

export interface State {
  readonly name: string;
  readonly address: (asked: Asked) => string;
  /** What is there once the state is. */
  readonly shows: string | RegExp;
  readonly act?: (page: Page) => Promise<unknown>;
}

const QUESTION = 'How many moons does Saturn have?';
const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const open = (selector: string) => (page: Page) => page.locator(`${selector} > summary`).click();

export const STATES: readonly State[] = [
  { name: 'home', address: () => '/', shows: '5 values since 2016' },
  { name: 'holds', address: ({ holds }) => holds, shows: /^Live, last checked/ },
  { name: 'failed', address: ({ failed }) => failed, shows: 'Sources of weight contradict it.' },
  { name: 'no-answer', address: ({ none }) => none, shows: 'Nearest passages, not checked' },
  {
    name: 'as-of',
    address: () => `/?q=${encodeURIComponent(QUESTION)}&as_of=2020-06-01`,
    shows: /^Saturn has 82 known moons/,
  },
  { name: 'against', address: ({ holds }) => `${holds}&panel=against`, shows: /^Checked for the opposite/ },
  { name: 'why', address: ({ failed }) => `${failed}&panel=why`, shows: /^Confidence \d/ },
  { name: 'proof', address: ({ holds }) => `${holds}&panel=proof`, shows: /steps verified in this browser/ },
  { name: 'then-and-now', address: ({ holds, ids }) => `${holds}&before=${ids[1]}`, shows: 'Then and now' },
  { name: 'save', address: ({ holds }) => holds, shows: /^Live, last checked/, act: open('.save') },
  { name: 'share', address: ({ holds }) => holds, shows: /^Live, last checked/, act: press('Share by link') },
  { name: 'library', address: () => '/library', shows: '1–2 of 2' },
  {
    name: 'library-selected',
    address: () => '/library',
    shows: '1–2 of 2',
    act: (page) => page.getByRole('checkbox', { name: 'Select “Moons of Saturn”' }).check(),
  },
  {
    name: 'compared',
    address: ({ ids }) => `/library?compare=${ids.join('~')}`,
    shows: 'Only the second rests on',
  },
  { name: 'inbox', address: () => '/?view=turned&list=all', shows: 'The same answer has another verdict' },
  { name: 'explore', address: () => '/explore', shows: 'Newest claims' },
  {
    name: 'what-if',
    address: ({ claim }) => `/explore?start=${claim}&as=table`,
    shows: 'What if…',
    act: async (page) => {
      await open('.what-if')(page);
      await press('Which verdicts would change?')(page);
      await page.locator('.what-if > [role="status"] > p').first().waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: 'dispute',
    address: ({ holds }) => `${holds}&contribute=dispute`,
    shows: 'A source says otherwise.',
  },
  { name: 'add', address: () => '/?view=add', shows: 'Drop files or folders here, or choose them.' },
  { name: 'check', address: () => '/?view=check', shows: /^The file is read and verified by this browser/ },
  { name: 'shared', address: ({ shared }) => shared, shows: /steps verified in this browser/ },
  { name: 'shared-gone', address: () => '/shared/none', shows: 'This answer cannot be shown' },
  {
    name: 'keys',
    address: () => '/',
    shows: '5 values since 2016',
    act: (page) => page.keyboard.press('?'),
  },
  {
    name: 'missing-answer',
    address: () => `/?q=${encodeURIComponent(QUESTION)}&answer=ans_aaaaaaaaaaaaaaaaaaaaaaaaaa`,
    shows: 'Ask this question',
  },
  { name: 'missing-corpus', address: () => '/?corpus=nowhere', shows: /^There is no corpus “nowhere” here/ },
  {
    name: 'long-question',
    address: () => `/?q=${'saturn'.repeat(400)}`,
    shows: /^The question is too long/,
  },
  {
    name: 'offline',
    address: ({ holds }) => holds,
    shows: /^Live, last checked/,
    act: async (page) => {
      await page.context().setOffline(true);
      await page.getByText(/^You are offline/).waitFor();
    },
  },
];
