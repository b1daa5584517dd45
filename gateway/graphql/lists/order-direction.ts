import { builder } from '../builder/builder.ts';

export const OrderDirectionType = builder.enumType('OrderDirection', {
  description: 'Smallest or oldest first, or the other way round.',
  values: {
    ASC: { value: 'asc', description: 'Smallest or oldest first.' },
    DESC: { value: 'desc', description: 'Largest or newest first.' },
  } as const,
});
