import { members } from './en/members.ts';
import { sayer } from './say.ts';

export const sayMembers = sayer('members', members);
