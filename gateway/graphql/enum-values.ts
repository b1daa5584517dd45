/** Values of an enum that are named as they are in the engine: each says what it is. */
export type EnumValues<Name extends string> = Readonly<Record<Name, { readonly description: string }>>;
