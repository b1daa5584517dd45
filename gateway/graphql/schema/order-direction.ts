import { builder } from '../builder.ts';

export const OrderDirectionType = builder.enumType('OrderDirection', { values: ['asc', 'desc'] as const });
