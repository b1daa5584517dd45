// The page around GraphiQL: its tabs, links to share, curl, the log of events.

/** Entries of the log; the oldest goes first. */
const MAX_ENTRIES = 500;
/** GraphiQL's own place for its tabs. */
const TABS_KEY = 'graphiql:tabState';

const byId = (id) => document.getElementById(id);
const files = document.documentElement.dataset.files;
const examples = await (await fetch(`${files}tabs.json`)).json();
const shared = sharedTab();
// The first visit begins with the first example; GraphiQL fills its editors from these and not from its tabs.
const begun = shared ?? (localStorage.getItem(TABS_KEY) === null ? examples[0] : null);

/** The tab that is open, once anything on it has changed. */
let open = null;

YogaGraphiQL.renderYogaGraphiQL(byId('root'), {
  title: 'Adduce',
  logo: '<span></span>',
  endpoint: '/graphql',
  subscriptionsProtocol: 'WS',
  credentials: 'same-origin',
  defaultTabs: shared === null ? examples : [shared, ...examples],
  ...(begun !== null && { query: begun.query, variables: begun.variables }),
  // Without this, each change of a query would be written into the address.
  onEditQuery: () => undefined,
  onTabChange: ({ tabs, activeTabIndex }) => {
    open = tabs[activeTabIndex] ?? null;
  },
});

/** The query and variables that the address carries behind its `#`, which no server receives. */
function sharedTab() {
  const carried = new URLSearchParams(location.hash.slice(1));
  const query = carried.get('query');
  return query === null ? null : { query, variables: carried.get('variables') ?? '{}' };
}

function currentTab() {
  if (open !== null) return open;
  if (begun !== null) return begun;
  const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem(TABS_KEY) ?? 'null') ?? {};
  return tabs?.[activeTabIndex] ?? examples[0];
}

function linkTo({ query, variables }) {
  const carried = new URLSearchParams({ query: query ?? '', variables: variables || '{}' });
  return `${location.origin}${location.pathname}#${carried}`;
}

function curlOf({ query, variables, headers }) {
  const body = JSON.stringify({ query, variables: parsed(variables) });
  const isStream = /^\s*subscription\b/m.test(query ?? '');
  const all = {
    'content-type': 'application/json',
    ...(isStream && { accept: 'text/event-stream' }),
    ...parsed(headers),
  };
  const given = Object.entries(all).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return `curl ${isStream ? '-N ' : ''}${quoted(`${location.origin}/graphql`)} ${given.join(' ')} -d ${quoted(body)}`;
}

function parsed(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return {};
  }
}

/** One word of a POSIX shell, whatever is in it. */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    byId('said').textContent = `${what} copied`;
  } catch {
    byId('said').textContent = `this browser lets no page copy here: ${text}`;
  }
}

byId('share').addEventListener('click', () => copy(linkTo(currentTab()), 'link'));
byId('curl').addEventListener('click', () => copy(curlOf(currentTab()), 'command'));
byId('events').addEventListener('click', () => {
  const log = byId('log');
  log.hidden = !log.hidden;
  byId('events').setAttribute('aria-expanded', String(!log.hidden));
});
byId('clear').addEventListener('click', () => {
  byId('entries').replaceChildren();
  byId('count').textContent = '0';
});

self.onSocketEvent(({ direction, data }) => {
  const { type = '' } = parsed(data);
  if (type === 'ping' || type === 'pong') return;
  const entry = document.createElement('p');
  // Text and never markup: what is in it comes from documents.
  entry.textContent = `${new Date().toISOString()} ${direction} ${data}`;
  const entries = byId('entries');
  entries.append(entry);
  if (entries.childElementCount > MAX_ENTRIES) entries.firstElementChild.remove();
  byId('count').textContent = String(entries.childElementCount);
  entries.scrollTop = entries.scrollHeight;
});
