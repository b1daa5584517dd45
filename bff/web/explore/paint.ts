/** Draws a scene on a canvas. */
import { type LabelBox, type LabelledNode, labelPlaces } from './label-places.ts';
import {
  type Appearance,
  type ColourName,
  type Fit,
  onScreen,
  radiusOf,
  type Scene,
  type Viewport,
} from './scene.ts';

interface Frame {
  readonly scene: Scene;
  readonly look: Appearance;
  readonly view: Viewport;
  readonly fit: Fit;
  /** x and y of each node in the view, one after the other. */
  readonly at: Float32Array;
}

type Canvas = OffscreenCanvasRenderingContext2D;

/** Shapes of one path: a longer path costs more than its parts. */
const PATH_LENGTH = 400;
const FONT = '12px system-ui, sans-serif';
/** Labels that are measured for one picture. */
const LABELS_TRIED = 300;

export function paint(canvas: Canvas, scene: Scene, look: Appearance, view: Viewport, fit: Fit): void {
  const frame = { scene, look, view, fit, at: placesOnScreen(scene, fit, view) };
  canvas.setTransform(view.density, 0, 0, view.density, 0, 0);
  canvas.fillStyle = look.colours.ground;
  canvas.fillRect(0, 0, view.width, view.height);
  paintEdges(canvas, frame);
  paintNodes(canvas, frame);
  paintLabels(canvas, frame);
}

function placesOnScreen({ places }: Scene, fit: Fit, view: Viewport): Float32Array {
  const at = new Float32Array(places.length);
  for (let i = 0; i < places.length; i += 2) {
    at.set(onScreen(places[i] ?? 0, places[i + 1] ?? 0, fit, view), i);
  }
  return at;
}

function paintEdges(canvas: Canvas, frame: Frame): void {
  const { scene, look } = frame;
  for (const [colour, edges] of byColour(scene.edgeColours)) {
    canvas.strokeStyle = look.colours[colour];
    canvas.lineWidth = 1;
    strokeEdges(canvas, frame, edges);
  }
  canvas.strokeStyle = look.colours.ink;
  canvas.lineWidth = 3;
  strokeEdges(canvas, frame, [...look.pathEdges]);
}

function strokeEdges(canvas: Canvas, { scene, at, view }: Frame, edges: readonly number[]): void {
  for (let begin = 0; begin < edges.length; begin += PATH_LENGTH) {
    canvas.beginPath();
    for (const edge of edges.slice(begin, begin + PATH_LENGTH)) {
      const [from, to] = [2 * (scene.ends[2 * edge] ?? 0), 2 * (scene.ends[2 * edge + 1] ?? 0)];
      const [ax, ay, bx, by] = [at[from] ?? 0, at[from + 1] ?? 0, at[to] ?? 0, at[to + 1] ?? 0];
      const isBeside = Math.max(ax, bx) < 0 || Math.min(ax, bx) > view.width;
      if (isBeside || Math.max(ay, by) < 0 || Math.min(ay, by) > view.height) continue;
      canvas.moveTo(ax, ay);
      canvas.lineTo(bx, by);
    }
    canvas.stroke();
  }
}

function paintNodes(canvas: Canvas, frame: Frame): void {
  const { scene, look } = frame;
  for (const [colour, nodes] of byColour(scene.nodeColours)) {
    canvas.fillStyle = look.colours[colour];
    for (let begin = 0; begin < nodes.length; begin += PATH_LENGTH) {
      canvas.beginPath();
      for (const node of nodes.slice(begin, begin + PATH_LENGTH)) trace(canvas, frame, node, 0);
      canvas.fill();
    }
  }
  canvas.strokeStyle = look.colours.ink;
  canvas.lineWidth = 2;
  canvas.beginPath();
  for (const node of look.pathNodes) trace(canvas, frame, node, 3);
  if (look.selected !== null) trace(canvas, frame, look.selected, 4);
  canvas.stroke();
}

/** @param around pixels beyond the node */
function trace(canvas: Canvas, { scene, at, view }: Frame, node: number, around: number): void {
  const [x, y] = [at[2 * node] ?? 0, at[2 * node + 1] ?? 0];
  const radius = radiusOf(scene, view, node) + around;
  if (x < -radius || y < -radius || x > view.width + radius || y > view.height + radius) return;
  if (scene.squares[node] === true) {
    canvas.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    return;
  }
  canvas.moveTo(x + radius, y);
  canvas.arc(x, y, radius, 0, 2 * Math.PI);
}

/** What is marked always; of the others those with the most edges, as far as they do not cover each other. */
function paintLabels(canvas: Canvas, frame: Frame): void {
  const { scene, look, view } = frame;
  canvas.font = FONT;
  canvas.textBaseline = 'middle';
  canvas.lineJoin = 'round';
  const larger = scene.radii
    .map((_, node) => node)
    .sort((a, b) => (scene.radii[b] ?? 0) - (scene.radii[a] ?? 0));
  const others = larger
    .filter((node) => !look.marked.has(node) && isSeen(frame, node))
    .slice(0, LABELS_TRIED);
  const nodes = [...look.marked, ...others];
  const boxes = labelPlaces(
    nodes.map((node) => labelled(canvas, frame, node)),
    view,
  );
  for (const [at, box] of boxes.entries()) {
    if (box !== null) paintLabel(canvas, frame, scene.labels[nodes[at] ?? 0] ?? '', box);
  }
}

function isSeen({ at, view }: Frame, node: number): boolean {
  const [x, y] = [at[2 * node] ?? 0, at[2 * node + 1] ?? 0];
  return x >= 0 && y >= 0 && x <= view.width && y <= view.height;
}

function labelled(canvas: Canvas, { scene, look, at, view }: Frame, node: number): LabelledNode {
  return {
    x: at[2 * node] ?? 0,
    y: at[2 * node + 1] ?? 0,
    radius: radiusOf(scene, view, node),
    width: canvas.measureText(scene.labels[node] ?? '').width,
    isMarked: look.marked.has(node),
  };
}

function paintLabel(canvas: Canvas, { look }: Frame, label: string, { left, top, bottom }: LabelBox): void {
  const middle = (top + bottom) / 2;
  canvas.strokeStyle = look.colours.ground;
  canvas.lineWidth = 4;
  canvas.strokeText(label, left, middle);
  canvas.fillStyle = look.colours.ink;
  canvas.fillText(label, left, middle);
}

function byColour(colours: readonly ColourName[]): Map<ColourName, number[]> {
  const groups = new Map<ColourName, number[]>();
  for (const [at, colour] of colours.entries()) {
    const group = groups.get(colour);
    if (group === undefined) groups.set(colour, [at]);
    else group.push(at);
  }
  return groups;
}
