/** A message for a caller whose input is wrong: the part, its bound, and what to do. */
import type { z } from 'zod';
import type { RefusalView } from './refusal.ts';

interface Words {
  readonly message: string;
  readonly next_step: string;
}

type Issue = z.core.$ZodIssue;

/** The page's names for the parts of its requests. */
const NAMES: Readonly<Record<string, string>> = {
  q: 'question',
  title: 'title',
  folder: 'folder',
  tags: 'tag',
  corpus: 'name of the corpus',
  metadata: 'note',
  note: 'note',
  quote: 'passage',
};

/** @returns only the first fault */
export function inputFault({ issues }: z.ZodError): RefusalView {
  const [issue] = issues;
  const words = issue === undefined ? UNREADABLE : wordsOf(issue);
  return { status: 400, kind: 'BadRequest', reason: 'invalid:body', ...words };
}

const RELOAD = 'If a page sent this, please reload it: it may be older than the server.';
const UNREADABLE: Words = { message: 'The request cannot be read.', next_step: RELOAD };

/** Of a part that only a program fills in. */
function otherWords({ path, message }: Issue): Words {
  const part = path.length === 0 ? 'The request' : path.map(String).join('.');
  return { message: `${part}: ${message}.`, next_step: RELOAD };
}

function wordsOf(issue: Issue): Words {
  const part = String(issue.path[0]);
  if (part === 'as_of') {
    return {
      message: 'The day of “as known” is not a date.',
      next_step: 'Give it as year-month-day, such as 2024-05-31.',
    };
  }
  if (part === 'source') {
    return {
      message: 'What it rests on is neither a document here nor a web address.',
      next_step: 'Choose a document, or give an address that begins with https:// or http://.',
    };
  }
  if (part === 'tags' && issue.path.length === 1 && issue.code === 'too_big') {
    return {
      message: `An answer has at most ${issue.maximum} tags.`,
      next_step: 'Please remove some of them.',
    };
  }
  const name = NAMES[part];
  if (name === undefined) return otherWords(issue);
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
