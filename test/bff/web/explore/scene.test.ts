import { describe, expect, it } from 'vitest';
import { DrawnPlaces } from '../../../../bff/web/explore/places.ts';
import { fitOf, nodeAt, onScreen, radiusOf, type Viewport } from '../../../../bff/web/explore/scene.ts';
import { lookOf, sceneOf } from '../../../../bff/web/explore/scene-of.ts';
import { GraphBuilder } from '../../../../bff/web/explore/shown-graph.ts';
import { artefact, claim, edge, step } from './made-graph.ts';

const VIEW: Viewport = { width: 800, height: 400, density: 1, x: 0, y: 0, k: 1 };

function graphOf(documents: number) {
  const builder = new GraphBuilder();
  const ids = Array.from({ length: documents }, (_, at) => `a1${at}`);
  builder.add(
    step(
      [claim('c1h'), ...ids.map((id) => artefact(id))],
      ids.map((id) => edge(id, 'c1h')),
    ),
  );
  return builder.graph();
}

describe('places', () => {
  it('are the same each time, each beside what the node is connected to, and never two at one', () => {
    const [one, other] = [new DrawnPlaces(), new DrawnPlaces()];
    const graph = graphOf(500);
    expect([one.begin(graph), other.begin(graph)]).toEqual([false, false]);
    const of = (places: DrawnPlaces) => [...graph.nodes.keys()].map((id) => places.of(id));
    expect(of(one)).toEqual(of(other));
    expect(new Set(of(one).map(({ x, y }) => `${x} ${y}`)).size).toBe(501);
  });

  it('of nodes that were there stay where they were when the graph grows', () => {
    const places = new DrawnPlaces();
    places.begin(graphOf(3));
    places.take(['c1h'], Float32Array.of(7, 8));
    expect(places.begin(graphOf(6))).toBe(true);
    expect(places.of('c1h')).toEqual({ x: 7, y: 8 });
    expect(places.of('unknown')).toEqual({ x: 0, y: 0 });
  });
});

describe('a view', () => {
  it('holds all nodes, whatever the distances', () => {
    for (const span of [0, 1e-6, 10, 1e6]) {
      const places = Float32Array.of(-span, span, span, -span, 0, 0);
      const fit = fitOf(places, VIEW);
      for (let at = 0; at < places.length; at += 2) {
        const [x, y] = onScreen(places[at] ?? 0, places[at + 1] ?? 0, fit, VIEW);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(VIEW.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(VIEW.height);
      }
    }
  });

  it('of nothing, and in no room, has numbers', () => {
    expect(fitOf(new Float32Array(0), VIEW).scale).toBe(1);
    expect(fitOf(Float32Array.of(1, 1), { width: 0, height: 0 }).scale).toBeGreaterThan(0);
  });

  it('tells the nearest node at a point, moved and zoomed as it is, and none far away', () => {
    const places = Float32Array.of(0, 0, 100, 0);
    const fit = fitOf(places, VIEW);
    const view = { ...VIEW, x: 30, y: -20, k: 2 };
    for (const node of [0, 1]) {
      const [x, y] = onScreen(places[2 * node] ?? 0, 0, fit, view);
      expect(nodeAt([x, y], { places, fit }, view)).toBe(node);
      expect(nodeAt([x + 15.9, y], { places, fit }, view)).toBe(node);
      expect(nodeAt([x, y + 16], { places, fit }, view)).toBeNull();
    }
  });

  it('draws no node so small that it cannot be seen', () => {
    const radii = Array(5_000).fill(3);
    expect(radiusOf({ radii }, { k: 0.01 }, 0)).toBeGreaterThanOrEqual(1.5);
  });
});

describe('a scene', () => {
  it('names nodes and edges by numbers, with the rest of the edges in the label', () => {
    const graph = graphOf(2);
    const scene = sceneOf(graph, new DrawnPlaces());
    expect([...scene.ends]).toEqual([1, 0, 2, 0]);
    expect(scene.squares).toEqual([false, true, true]);
    expect(scene.labels[0]).toBe('“\u2068c1h\u2069” +28');
  });

  it('marks what is there of what is asked for', () => {
    const graph = graphOf(2);
    const marks = { selected: 'gone', start: 'c1h', path: new Set(['a11', 'states a11 c1h', 'gone']) };
    const look = lookOf(graph, marks, {} as Parameters<typeof lookOf>[2]);
    expect([look.selected, [...look.marked], [...look.pathEdges]]).toEqual([null, [0, 2], [1]]);
  });
});
