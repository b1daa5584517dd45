/** What is wrong with what a page sent, in words for its reader: the part, its bound, and what to do. */
import type { z } from 'zod';
import type { RefusalView } from './refusal.ts';

interface Words {
  readonly message: string;
  readonly next_step: string;
}

type Issue = z.core.$ZodIssue;

/** What the page calls the parts of its requests. */
const NAMES: Readonly<Record<string, string>> = {
  q: 'question',
  title: 'title',
  folder: 'folder',
  tags: 'tag',
  corpus: 'name of the corpus',
  metadata: 'note',
};

/** @returns the first fault alone: mending it comes first */
export function inputFault({ issues }: z.ZodError): RefusalView {
  const [issue] = issues;
  const words = issue === undefined ? OTHER : wordsOf(issue);
  return { status: 400, kind: 'BadRequest', reason: 'invalid:body', ...words };
}

const OTHER: Words = {
  message: 'The page sent something that this server does not understand.',
  next_step: 'Please reload the page: it may be older than the server.',
};

function wordsOf(issue: Issue): Words {
  const part = String(issue.path[0]);
  if (part === 'as_of') {
    return {
      message: 'The day of “as known” is not a date.',
      next_step: 'Give it as year-month-day, such as 2024-05-31.',
    };
  }
  if (part === 'tags' && issue.path.length === 1 && issue.code === 'too_big') {
    return {
      message: `An answer has at most ${issue.maximum} tags.`,
      next_step: 'Please remove some of them.',
    };
  }
  const name = NAMES[part];
  if (name === undefined) return OTHER;
  return boundWords(issue, name);
}

function boundWords(issue: Issue, name: string): Words {
  if (issue.code === 'too_big') {
    return {
      message: `The ${name} is too long: at most ${issue.maximum} characters are allowed.`,
      next_step: 'Please shorten it.',
    };
  }
  if (issue.code === 'too_small') {
    return { message: `The ${name} is empty.`, next_step: 'Please fill it in.' };
  }
  return { message: `The ${name} cannot be read.`, next_step: 'Please check it.' };
}
