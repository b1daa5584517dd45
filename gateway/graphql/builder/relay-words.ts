/** What the parts of a connection say of themselves (https://relay.dev/graphql/connections.htm): every list has the same. */
import { PAGE_SIZE } from './page-size.ts';

const { defaultSize, maxSize } = PAGE_SIZE;
const SIZE = `Up to ${maxSize}, more is refused; without any size ${defaultSize}.`;

/** Options of the plugin for Relay. */
export const RELAY_WORDS = {
  firstArgOptions: { description: `How many items from the beginning, or behind \`after\`. ${SIZE}` },
  lastArgOptions: { description: `How many items from the end, or before \`before\`. ${SIZE}` },
  afterArgOptions: { description: 'A cursor: only items behind it.' },
  beforeArgOptions: { description: 'A cursor: only items before it.' },
  defaultConnectionTypeOptions: { description: 'A page of a list.' },
  defaultEdgeTypeOptions: { description: 'An item of a page, with its place in the list.' },
  pageInfoFieldOptions: { description: 'Where the page stands in its list.' },
  cursorFieldOptions: { description: 'What `after` and `before` take; opaque.' },
  nodeFieldOptions: { description: 'The item. Null only beside an error.', nullable: true },
  pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
  hasNextPageFieldOptions: { description: 'Whether items follow the page.' },
  hasPreviousPageFieldOptions: { description: 'Whether items precede the page.' },
  startCursorFieldOptions: { description: 'Of its first item; null for an empty page.' },
  endCursorFieldOptions: { description: 'Of its last item; null for an empty page.' },
} as const;
