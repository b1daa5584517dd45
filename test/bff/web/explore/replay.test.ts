import { describe, expect, it } from 'vitest';
import { type GraphReads, replay } from '../../../../bff/web/explore/replay.ts';
import { GraphBuilder, MAX_EDGES, MAX_NODES, visibleOf } from '../../../../bff/web/explore/shown-graph.ts';
import { artefact, claim, edge, step } from './made-graph.ts';

const signal = new AbortController().signal;

/** Hub `c1h` with documents `a1n`, two a step; a document states a claim of its own. */
function reads(
  documents: number,
  onStep: (of: string, after: string | null) => void = () => undefined,
): GraphReads {
  const page = (from: number) => {
    const ids = Array.from({ length: Math.min(2, documents - from) }, (_, at) => `a1${from + at}`);
    const next = from + 2 < documents ? String(from + 2) : null;
    return step(
      [claim('c1h'), ...ids.map((id) => artefact(id))],
      ids.map((id) => edge(id, 'c1h')),
      next,
    );
  };
  return {
    start: async () => ({ ...page(0), start: 'c1h' }),
    step: async (of, _, after) => {
      onStep(of, after);
      if (of === 'c1h') return page(Number(after));
      return step([artefact(of), claim('c1h'), claim(`c1${of}`)], [edge(of, 'c1h'), edge(of, `c1${of}`)]);
    },
    path: async () => ({ outcome: 'found', is_bounded: false, visited: 2, ...step([claim('c1z')], []) }),
  };
}

const at = (opened: readonly string[], more = {}) => ({
  start: 'c1h',
  opened,
  from: null,
  to: null,
  ...more,
});

describe('the steps of an address', () => {
  it('go on where the one before ended, and each edge counts once', async () => {
    const asked: (string | null)[] = [];
    const { graph, problem } = await replay(
      reads(5, (_, after) => asked.push(after)),
      at(['c1h', 'c1h']),
      signal,
    );
    expect(asked).toEqual(['2', '4']);
    expect([graph.nodes.size, graph.edges.length, graph.nodes.get('c1h')?.shown]).toEqual([6, 5, 5]);
    expect(problem).toBeNull();
  });

  it('ask nothing more of a node whose edges have all come', async () => {
    const asked: string[] = [];
    await replay(
      reads(4, (of) => asked.push(of)),
      at(['c1h', 'c1h', 'c1h', 'a10', 'a10']),
      signal,
    );
    expect(asked).toEqual(['c1h', 'a10']);
  });

  it('pass over a node that is not there', async () => {
    const { graph, problem } = await replay(reads(2), at(['c1gone', 'a10']), signal);
    expect([...graph.nodes.keys()]).toEqual(['c1h', 'a10', 'a11', 'c1a10']);
    expect(problem).toBeNull();
  });

  it('show what came before the one that failed, and why', async () => {
    const fault = new Error('the engine is away');
    const failing = reads(5, (of) => {
      if (of === 'a11') throw fault;
    });
    const { graph, problem } = await replay(failing, at(['c1h', 'a11', 'a10']), signal);
    expect(graph.nodes.size).toBe(5);
    expect(problem).toBe(fault);
  });

  it('end with a start that fails, and with the reader', async () => {
    const away = { ...reads(1), start: () => Promise.reject(new Error('none')) };
    await expect(replay(away, at([]), signal)).rejects.toThrow('none');
    const left = new AbortController();
    const leaving = reads(5, () => left.abort());
    await expect(replay(leaving, at(['c1h', 'c1h']), left.signal)).rejects.toThrow(/abort/i);
  });

  it('bring a path besides, once both ends are known', async () => {
    expect((await replay(reads(1), at([], { from: 'c1h' }), signal)).path).toBeNull();
    const { graph, path } = await replay(reads(1), at([], { from: 'c1h', to: 'c1z' }), signal);
    expect(path?.outcome).toBe('found');
    expect(graph.nodes.has('c1z')).toBe(true);
  });
});

describe('the shown graph', () => {
  it(`has ${MAX_NODES} nodes and not one more, and no edge to what it left out`, () => {
    const builder = new GraphBuilder();
    const ids = Array.from({ length: MAX_NODES - 1 }, (_, number) => `a1${number}`);
    builder.add(
      step(
        [claim('c1h'), ...ids.map((id) => artefact(id))],
        ids.map((id) => edge(id, 'c1h')),
      ),
    );
    expect([builder.graph().nodes.size, builder.isFull]).toEqual([MAX_NODES, false]);
    builder.add(step([artefact('a1more')], [edge('a1more', 'c1h')]));
    const { nodes, edges, isFull } = builder.graph();
    expect([nodes.size, edges.length, isFull]).toEqual([MAX_NODES, MAX_NODES - 1, true]);
  });

  it(`has ${MAX_EDGES} edges and not one more`, () => {
    const builder = new GraphBuilder();
    const ids = Array.from({ length: 150 }, (_, number) => `c1${number}`);
    const pairs = ids.flatMap((from) => ids.map((to) => edge(from, to, 'contradicts')));
    builder.add(
      step(
        ids.map((id) => claim(id)),
        pairs.slice(0, MAX_EDGES),
      ),
    );
    expect([builder.graph().edges.length, builder.isFull]).toEqual([MAX_EDGES, false]);
    builder.add(step([], pairs.slice(MAX_EDGES, MAX_EDGES + 1)));
    expect([builder.graph().edges.length, builder.isFull]).toEqual([MAX_EDGES, true]);
  });

  it('counts an edge from a node to itself once', () => {
    const builder = new GraphBuilder();
    builder.add(step([claim('c1h')], [edge('c1h', 'c1h', 'same_cluster')]));
    expect(builder.graph().nodes.get('c1h')?.shown).toBe(1);
  });

  it('loses with a node that a filter hides its edges, in the drawing and in the table', () => {
    const builder = new GraphBuilder();
    const nodes = [claim('c1a'), claim('c1b', 'b', 'disputed'), claim('c1c', 'c', null), artefact('a1')];
    builder.add(step(nodes, [edge('a1', 'c1a'), edge('a1', 'c1b'), edge('c1a', 'c1b', 'contradicts')]));
    const shown = (only: 'all' | 'claim' | 'artefact', belief: 'disputed' | 'none' | null) => {
      const { nodes: left, edges } = visibleOf(builder.graph(), { only, belief });
      return [[...left.keys()].join(), edges.length];
    };
    expect(shown('all', null)).toEqual(['c1a,c1b,c1c,a1', 3]);
    expect(shown('claim', null)).toEqual(['c1a,c1b,c1c', 1]);
    expect(shown('artefact', null)).toEqual(['a1', 0]);
    expect(shown('all', 'disputed')).toEqual(['c1b,a1', 1]);
    expect(shown('claim', 'none')).toEqual(['c1c', 0]);
  });
});
