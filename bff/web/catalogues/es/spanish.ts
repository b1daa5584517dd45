import type { Catalogue } from '../catalogue.ts';
import { add } from './add.ts';
import { answer } from './answer.ts';
import { contribute } from './contribute.ts';
import { explore } from './explore.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { library } from './library.ts';
import { members } from './members.ts';
import { receipt } from './receipt.ts';
import { saved } from './saved.ts';
import { sentences } from './sentences.ts';
import { shell } from './shell.ts';
import { turn } from './turn.ts';
import { verdict } from './verdict.ts';

export const spanish: Catalogue = {
  areas: {
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
  },
  sentences,
};
