/** An operation's parameters. In a URL everything is text; the description shows what the text is read as. */
import { z } from 'zod';
import type { OperationContract } from '../wire/operation.ts';
import { traceHeaders } from '../wire/scalars.ts';
import type { Parameter } from './open-api.ts';

type Place = Parameter['in'];

/** In the order path, query, header. */
export function parametersOf({ params, query, headers }: OperationContract): readonly Parameter[] {
  return [
    ...inPlace('path', params),
    ...inPlace('query', query),
    ...inPlace('header', headers),
    ...inPlace('header', traceHeaders),
  ];
}

function inPlace(place: Place, members: z.ZodObject | undefined): Parameter[] {
  return Object.entries(members?.shape ?? {}).map(([name, schema]) => {
    const { $schema: _, description, ...read } = z.toJSONSchema(schema, { io: 'output' });
    const required = !schema.safeParse(undefined).success;
    return { name, in: place, required, ...(description !== undefined && { description }), schema: read };
  });
}
