import { builder } from '../builder.ts';

builder.mutationType({
  description:
    'Writes, by POST or a socket. Each is an operation of REST: the same checks in the same order, the same receipt.',
});
