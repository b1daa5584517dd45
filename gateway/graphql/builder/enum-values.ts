/** Values of an enum that are named as they are in the engine: each says what it is. */
export type EnumValues<Name extends string> = Readonly<Record<Name, { readonly description: string }>>;

interface EnumValue<Value> {
  readonly value: Value;
  readonly description: string;
}

/** Values under the names that GraphQL has for them. */
export function inCapitals<Value extends string>(
  values: EnumValues<Value>,
): Readonly<Record<string, EnumValue<Value>>> {
  // The entries are those of the record.
  const entries = Object.entries(values) as [Value, { readonly description: string }][];
  return Object.fromEntries(
    entries.map(([value, { description }]) => [capitals(value), { value, description }]),
  );
}

/** A word of the engine as a name of GraphQL: in capitals, an underscore for what no name has. */
export function capitals(word: string): string {
  return word.toUpperCase().replaceAll('-', '_');
}
