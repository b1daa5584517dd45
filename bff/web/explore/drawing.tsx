/** The graph as a drawing, made on a thread of its own; the table has the same for those who cannot see it. */
import { select } from 'd3-selection';
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sayExplore } from '../catalogues/explore.ts';
import { useColours } from './colours.ts';
import type { DrawnPlaces } from './places.ts';
import { type FromThread, nodeAt, type ToThread, type Viewport } from './scene.ts';
import { lookOf, type Marks, sceneOf } from './scene-of.ts';
import type { ShownGraph } from './shown-graph.ts';
import { countWords } from './words.ts';

interface DrawingProps {
  readonly graph: ShownGraph;
  readonly places: DrawnPlaces;
  readonly marks: Marks;
  readonly onSelect: (id: string) => void;
  readonly onExpand: (id: string) => void;
}

const STILL = '(prefers-reduced-motion: reduce)';
const ZOOM: [number, number] = [0.2, 40];
const ZOOM_STEP = 1.5;

// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export
export default function Drawing({ graph, places, marks, ...on }: DrawingProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const colours = useColours();
  const [thread, setThread] = useState<DrawingThread | null>(null);
  const [isPlaced, setPlaced] = useState(false);
  const calls = useRef(on);
  useEffect(() => {
    calls.current = on;
  });

  useEffect(() => {
    if (box.current === null) return;
    const made = new DrawingThread(box.current);
    setThread(made);
    return () => {
      setThread(null);
      made.close();
    };
  }, []);

  useEffect(() => {
    if (thread === null) return;
    const ids = [...graph.nodes.keys()];
    setPlaced(false);
    thread.onNode = (node, isTwice) => {
      const id = ids[node];
      if (id !== undefined) (isTwice ? calls.current.onExpand : calls.current.onSelect)(id);
    };
    thread.onPlaces = (state) => {
      places.take(ids, state.places);
      if (state.isLast) setPlaced(true);
    };
    const scene = sceneOf(graph, places);
    thread.send({ type: 'scene', scene }, [scene.ends.buffer, scene.places.buffer]);
  }, [thread, graph, places]);

  useEffect(() => {
    thread?.send({ type: 'look', look: lookOf(graph, marks, colours) });
  }, [thread, graph, marks, colours]);

  return (
    <div className="drawing" data-placed={isPlaced}>
      <div
        ref={box}
        role="img"
        aria-label={sayExplore('graphOf', { counts: countWords(graph.nodes.size, graph.edges.length) })}
      />
      <p className="zooms">
        <button type="button" aria-label={sayExplore('zoomIn')} onClick={() => thread?.zoomBy(ZOOM_STEP)}>
          +
        </button>
        <button
          type="button"
          aria-label={sayExplore('zoomOut')}
          onClick={() => thread?.zoomBy(1 / ZOOM_STEP)}
        >
          −
        </button>
        <button type="button" onClick={() => thread?.zoomAll()}>
          {sayExplore('zoomAll')}
        </button>
      </p>
    </div>
  );
}

/** A canvas in a box, drawn by a worker, that the reader moves and zooms (d3-zoom). */
class DrawingThread {
  readonly #worker: Worker;
  readonly #canvas = document.createElement('canvas');
  readonly #zoom: ZoomBehavior<HTMLCanvasElement, unknown>;
  readonly #sizes: ResizeObserver;
  readonly #box: HTMLElement;
  #moved: ZoomTransform = zoomIdentity;
  #state: FromThread | null = null;
  /** @param isTwice by a double click */
  onNode: (node: number, isTwice: boolean) => void = () => undefined;
  onPlaces: (state: FromThread) => void = () => undefined;

  constructor(box: HTMLElement) {
    this.#box = box;
    box.append(this.#canvas);
    const drawn = this.#canvas.transferControlToOffscreen();
    this.#worker = new Worker(new URL('./drawing-thread.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromThread>) => {
      this.#state = data;
      this.onPlaces(data);
    });
    this.send({ type: 'open', canvas: drawn, isStill: window.matchMedia(STILL).matches }, [drawn]);
    // Before any scene: places are sent back with how they fit into the view.
    this.#sendView();
    this.#zoom = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent(ZOOM)
      .on('zoom', ({ transform }: { readonly transform: ZoomTransform }) => {
        this.#moved = transform;
        this.#sendView();
      });
    // A double click is for the node under it.
    select(this.#canvas).call(this.#zoom).on('dblclick.zoom', null);
    this.#canvas.addEventListener('click', (event) => this.#click(event, false));
    this.#canvas.addEventListener('dblclick', (event) => this.#click(event, true));
    this.#sizes = new ResizeObserver(() => this.#sendView());
    this.#sizes.observe(box);
  }

  send(message: ToThread, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  zoomBy(factor: number): void {
    this.#zoom.scaleBy(select(this.#canvas), factor);
  }

  zoomAll(): void {
    this.#zoom.transform(select(this.#canvas), zoomIdentity);
  }

  close(): void {
    this.#sizes.disconnect();
    this.#worker.terminate();
    this.#canvas.remove();
  }

  #view(): Viewport {
    const { clientWidth: width, clientHeight: height } = this.#box;
    const { x, y, k } = this.#moved;
    return { width, height, density: window.devicePixelRatio, x, y, k };
  }

  #sendView(): void {
    this.send({ type: 'view', view: this.#view() });
  }

  #click({ offsetX, offsetY }: MouseEvent, isTwice: boolean): void {
    const node = this.#state === null ? null : nodeAt([offsetX, offsetY], this.#state, this.#view());
    if (node !== null) this.onNode(node, isTwice);
  }
}
