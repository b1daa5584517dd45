/** Says the messages of an area in the page's language. */
import { createElement, Fragment, type ReactNode } from 'react';
import { formats } from './formats.ts';
import { spokenLanguage } from './language.ts';
import { type AreaWords, formOf, type Message, type PlacesOf, partsOf } from './message.ts';

/** No argument for a message without places, else one value for each. */
type Values<One extends Message, Value> = [PlacesOf<One>] extends [never]
  ? []
  : [{ readonly [Name in PlacesOf<One>]: Name extends 'count' ? number : Value }];

/** Numbers are written as the language writes them; what is not to be written so is given as text. */
interface Sayer<Words extends AreaWords> {
  <Key extends keyof Words & string>(key: Key, ...values: Values<Words[Key], string | number>): string;
  /** With elements in its places, such as links. */
  show<Key extends keyof Words & string>(key: Key, ...values: Values<Words[Key], ReactNode>): ReactNode;
  /** By a word of the wire, which a newer server may have and this page not; null where it has not. */
  known(key: string): string | null;
}

/** @param english the messages themselves, and what is said where the language has none */
export function sayer<const Words extends AreaWords>(area: string, english: Words): Sayer<Words> {
  const parts = (key: string, values: Readonly<Record<string, ReactNode>> = {}): readonly ReactNode[] => {
    const message = spokenLanguage().pack.message(area, key, english[key] ?? key);
    // The rules of the plural are made where a message has forms.
    const text = typeof message === 'string' ? message : formOf(message, values.count, formats().plural);
    return partsOf(text).map((part, at) => (at % 2 === 0 ? part : written(values[part])));
  };
  const say = (key: string, values?: Readonly<Record<string, string | number>>) =>
    parts(key, values).join('');
  const more = {
    show: (key: string, values?: Readonly<Record<string, ReactNode>>) =>
      createElement(Fragment, null, ...parts(key, values)),
    known: (key: string) => (Object.hasOwn(english, key) ? say(key) : null),
  };
  // The types of the places are the messages' own: what is called here takes them all.
  return Object.assign(say, more) as unknown as Sayer<Words>;
}

function written(value: ReactNode): ReactNode {
  return typeof value === 'number' ? formats().number.format(value) : value;
}
