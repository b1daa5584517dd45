import { builder } from '../builder.ts';

export const OrderDirectionType = builder.enumType('OrderDirection', {
  description: 'Smallest or oldest first, or the other way round.',
  values: {
    asc: { description: 'Smallest or oldest first.' },
    desc: { description: 'Largest or newest first.' },
  } as const,
});
