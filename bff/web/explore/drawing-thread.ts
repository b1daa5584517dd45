/** The drawing's own thread: places the nodes (d3-force) and draws them, so that the page never waits for either. */
import { forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation } from 'd3-force';
import { paint } from './paint.ts';
import {
  type Appearance,
  type FromThread,
  fitOf,
  type Scene,
  type ToThread,
  type Viewport,
} from './scene.ts';

/** Rounds of all nodes, by how many there are: a small graph settles well, a large one has to end, too. */
const PASSES = { least: 100, most: 300, nodes: 500_000 };
const LINK_LENGTH = 40;
const CHARGE = -90;
const REACH = 900;
const TO_THE_MIDDLE = 0.06;
/** How much of the movement is left at the end. */
const AT_REST = 0.001;
/** A graph that grew moves less. */
const GROWN_ALPHA = 0.4;
/** Between two pictures while nodes are placed. */
const DRAWN_EVERY_MS = 60;
/** Between two messages with the places of then. */
const SENT_EVERY_MS = 400;

interface Node {
  x: number;
  y: number;
}

let canvas: OffscreenCanvasRenderingContext2D | null = null;
let isStill = false;
let scene: Scene | null = null;
let look: Appearance | null = null;
let view: Viewport | null = null;
/** Counts scenes: the passes of an older one end. */
let sceneNumber = 0;
let isDrawing = false;

addEventListener('message', ({ data }: MessageEvent<ToThread>) => {
  switch (data.type) {
    case 'open':
      isStill = data.isStill;
      // Opaque: what lies under it is never seen.
      canvas = data.canvas.getContext('2d', { alpha: false });
      break;
    case 'scene':
      scene = data.scene;
      sceneNumber += 1;
      void place(data.scene, sceneNumber);
      break;
    case 'look':
      look = data.look;
      break;
    case 'view':
      view = data.view;
      break;
  }
  drawSoon();
});

async function place(of: Scene, number: number): Promise<void> {
  const nodes = of.labels.map(
    (_, at): Node => ({ x: of.places[2 * at] ?? 0, y: of.places[2 * at + 1] ?? 0 }),
  );
  const passes = Math.min(
    PASSES.most,
    Math.max(PASSES.least, Math.ceil(PASSES.nodes / Math.max(1, nodes.length))),
  );
  const simulation = simulationOf(nodes, of, passes);
  let [drawnAt, sentAt] = [performance.now(), performance.now()];
  for (let pass = 0; pass < passes; pass += 1) {
    simulation.tick();
    const now = performance.now();
    if (now - drawnAt < DRAWN_EVERY_MS) continue;
    // What the reader moved meanwhile comes in here.
    await pause();
    if (number !== sceneNumber) return;
    drawnAt = performance.now();
    if (isStill) continue;
    keep(of, nodes);
    drawSoon();
    if (now - sentAt < SENT_EVERY_MS) continue;
    send(of, false);
    sentAt = now;
  }
  keep(of, nodes);
  drawSoon();
  send(of, true);
}

function simulationOf(nodes: Node[], { ends, isGrown }: Scene, passes: number): Simulation<Node, undefined> {
  const links = Array.from({ length: ends.length / 2 }, (_, at) => ({
    source: ends[2 * at] ?? 0,
    target: ends[2 * at + 1] ?? 0,
  }));
  return forceSimulation(nodes)
    .stop()
    .alpha(isGrown ? GROWN_ALPHA : 1)
    .alphaDecay(1 - AT_REST ** (1 / passes))
    .force('links', forceLink(links).distance(LINK_LENGTH))
    .force('apart', forceManyBody().strength(CHARGE).distanceMax(REACH))
    .force('x', forceX(0).strength(TO_THE_MIDDLE))
    .force('y', forceY(0).strength(TO_THE_MIDDLE));
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function keep({ places }: Scene, nodes: readonly Node[]): void {
  for (const [at, { x, y }] of nodes.entries()) places.set([x, y], 2 * at);
}

function send(of: Scene, isLast: boolean): void {
  if (view === null) return;
  const places = of.places.slice();
  const message: FromThread = { places, fit: fitOf(places, view), isLast };
  postMessage(message, { transfer: [places.buffer] });
}

/** At most one picture a frame. */
function drawSoon(): void {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    if (canvas === null || scene === null || look === null || view === null) return;
    const [width, height] = [Math.round(view.width * view.density), Math.round(view.height * view.density)];
    if (canvas.canvas.width !== width) canvas.canvas.width = width;
    if (canvas.canvas.height !== height) canvas.canvas.height = height;
    paint(canvas, scene, look, view, fitOf(scene.places, view));
  });
}
