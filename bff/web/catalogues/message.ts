/** Messages of a catalogue: text with places for values, `{name}`, and where a number decides, its forms. Pure. */

/** Forms by the number `{count}`, chosen by `Intl.PluralRules`: one form of these languages is for one, another for the rest. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

export type Message = string | PluralForms;

/** The messages of one area of the page. */
export type AreaWords = Readonly<Record<string, Message>>;

/** The same messages in another language: a key that is missing, or one too many, does not compile. */
export type Translated<Words extends AreaWords> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : PluralForms;
};

/** Names of the values that a text takes. */
type PlacesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesIn<Rest>
  : never;

/** Names of the values that a message takes; the number of a plural is one of them. */
export type PlacesOf<One extends Message> = One extends string
  ? PlacesIn<One>
  : One extends { readonly other: infer Other extends string }
    ? PlacesIn<Other> | 'count'
    : never;

/** What a language has in the place of English. */
export interface LanguagePack {
  message(area: string, key: string, english: Message): Message;
  /** What the server says, by its English words; null where it is not known. */
  sentence(english: string): string | null;
}

/** Text and names in turn: an element at an odd place is a name. */
export function partsOf(text: string): readonly string[] {
  return text.split(/\{(\w+)\}/);
}

/** The text for a number; null where there is none. */
export function formOf(message: Message, count: unknown, rules: Intl.PluralRules): string {
  if (typeof message === 'string') return message;
  return typeof count === 'number' && rules.select(count) === 'one' ? message.one : message.other;
}
