/** All areas of the page's English. */
import { add } from '../../../../bff/web/catalogues/en/add.ts';
import { answer } from '../../../../bff/web/catalogues/en/answer.ts';
import { contribute } from '../../../../bff/web/catalogues/en/contribute.ts';
import { explore } from '../../../../bff/web/catalogues/en/explore.ts';
import { home } from '../../../../bff/web/catalogues/en/home.ts';
import { inbox } from '../../../../bff/web/catalogues/en/inbox.ts';
import { library } from '../../../../bff/web/catalogues/en/library.ts';
import { members } from '../../../../bff/web/catalogues/en/members.ts';
import { receipt } from '../../../../bff/web/catalogues/en/receipt.ts';
import { saved } from '../../../../bff/web/catalogues/en/saved.ts';
import { shell } from '../../../../bff/web/catalogues/en/shell.ts';
import { turn } from '../../../../bff/web/catalogues/en/turn.ts';
import { verdict } from '../../../../bff/web/catalogues/en/verdict.ts';

export const ENGLISH_AREAS = {
  add,
  answer,
  contribute,
  explore,
  home,
  inbox,
  library,
  members,
  receipt,
  saved,
  shell,
  turn,
  verdict,
} as const;
