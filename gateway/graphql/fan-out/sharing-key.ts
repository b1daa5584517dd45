/**
 * Who may share a result: those who ask for the same of an event, and may see the same. The arguments of the
 * subscription's own field only say which events a subscriber gets, so that they divide nobody.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { canonicalText, scopeKey } from '../session/scope-key.ts';
import type { Session } from '../session/session.ts';

/** What of a document decides on a result. */
interface Selection {
  /** The document without the arguments of the subscription's own field. */
  readonly text: string;
  /** Variables that stand elsewhere. */
  readonly variables: readonly string[];
}

/** Documents are parsed once where they come again. */
const selections = new WeakMap<DocumentNode, Selection>();

export function sharingKey(args: ExecutionArgs, session: Session): string {
  const { schema, document, operationName, variableValues } = args;
  let selection = selections.get(document);
  if (selection === undefined) {
    selection = selectionOf(schema, document);
    selections.set(document, selection);
  }
  const given = variableValues ?? {};
  // Null is given: a default takes the place of what is absent alone.
  const names = selection.variables.filter((name) => Object.hasOwn(given, name));
  const values = names.map((name) => [name, given[name]]);
  return canonicalText([selection.text, operationName ?? null, values, scopeKey(session)]);
}

function selectionOf(schema: GraphQLSchema, document: DocumentNode): Selection {
  const types = new TypeInfo(schema);
  const variables = new Set<string>();
  const root = schema.getSubscriptionType();
  const isOwn = () => types.getParentType() === root && types.getDirective() == null;
  const reduced = visit(
    document,
    visitWithTypeInfo(types, {
      // Kept as it is: it holds the default.
      VariableDefinition: () => false,
      Argument: () => (isOwn() ? null : undefined),
      Variable: ({ name }) => {
        variables.add(name.value);
      },
    }),
  );
  return { text: print(reduced), variables: [...variables].sort() };
}
