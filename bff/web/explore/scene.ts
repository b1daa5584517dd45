/** Messages to the drawing's thread, and from it: nodes and edges are numbers from 0. Pure. */

/** Names of the page's colours that a drawing uses. */
export const COLOUR_NAMES = [
  'ground',
  'surface',
  'ink',
  'muted',
  'line',
  'accent',
  'good',
  'warn',
  'bad',
  'none',
] as const;
export type ColourName = (typeof COLOUR_NAMES)[number];
export type Colours = Readonly<Record<ColourName, string>>;

export interface Scene {
  readonly labels: readonly string[];
  /** Pixels, before the zoom. */
  readonly radii: readonly number[];
  readonly nodeColours: readonly ColourName[];
  /** Documents are squares, claims are circles. */
  readonly squares: readonly boolean[];
  readonly edgeColours: readonly ColourName[];
  /** Both ends of each edge, one after the other. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** x and y of each node, one after the other, from where they are placed anew. */
  readonly places: Float32Array<ArrayBuffer>;
  /** Most of them are placed well already. */
  readonly isGrown: boolean;
}

export interface Viewport {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels of one. */
  readonly density: number;
  /** What the reader moved and zoomed: pixels and a factor. */
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface Appearance {
  readonly colours: Colours;
  /** Nodes that are always labelled. */
  readonly marked: ReadonlySet<number>;
  readonly selected: number | null;
  readonly pathNodes: ReadonlySet<number>;
  readonly pathEdges: ReadonlySet<number>;
}

export type ToThread =
  | { readonly type: 'open'; readonly canvas: OffscreenCanvas; readonly isStill: boolean }
  | { readonly type: 'scene'; readonly scene: Scene }
  | { readonly type: 'look'; readonly look: Appearance }
  | { readonly type: 'view'; readonly view: Viewport };

/** How places become pixels before the reader moves anything: all nodes fit into the view. */
export interface Fit {
  /** Middle of the nodes. */
  readonly x: number;
  readonly y: number;
  /** Pixels of one unit. */
  readonly scale: number;
}

export interface FromThread {
  readonly places: Float32Array<ArrayBuffer>;
  readonly fit: Fit;
  /** The nodes are where they stay. */
  readonly isLast: boolean;
}

/** Pixels that stay free around the nodes. */
const MARGIN = 48;
const LEAST_SPAN = 60;

export function fitOf(places: Float32Array, { width, height }: Pick<Viewport, 'width' | 'height'>): Fit {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < places.length; at += 2) {
    const [x = 0, y = 0] = [places[at], places[at + 1]];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (places.length === 0) return { x: 0, y: 0, scale: 1 };
  const across = Math.max(1, width - 2 * MARGIN) / Math.max(LEAST_SPAN, right - left);
  const down = Math.max(1, height - 2 * MARGIN) / Math.max(LEAST_SPAN, bottom - top);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(across, down) };
}

/** CSS pixels from the left and the top of the view. */
export function onScreen(x: number, y: number, fit: Fit, view: Viewport): readonly [x: number, y: number] {
  return [
    ((x - fit.x) * fit.scale + view.width / 2) * view.k + view.x,
    ((y - fit.y) * fit.scale + view.height / 2) * view.k + view.y,
  ];
}

/** Bounds of how a node grows with the zoom: less than the distances between nodes. */
const GROWTH = { least: 0.6, most: 2.5 };
/** Of more nodes each is smaller. */
const CROWD = 400;
const LEAST_RADIUS = 1.5;

/** Pixels. */
export function radiusOf({ radii }: Pick<Scene, 'radii'>, { k }: Pick<Viewport, 'k'>, node: number): number {
  const growth = Math.min(GROWTH.most, Math.max(GROWTH.least, Math.sqrt(k)));
  const crowded = Math.min(1, Math.sqrt(CROWD / Math.max(1, radii.length)));
  return Math.max(LEAST_RADIUS, (radii[node] ?? 0) * growth * crowded);
}

/** Pixels from the middle of a node that still mean it: a finger is wide. */
const REACH = 16;

/** The node at a point of the view; null where there is none. */
export function nodeAt(
  [px, py]: readonly [number, number],
  { places, fit }: Pick<FromThread, 'places' | 'fit'>,
  view: Viewport,
): number | null {
  let nearest: number | null = null;
  let distance = REACH;
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = onScreen(places[at] ?? 0, places[at + 1] ?? 0, fit, view);
    const away = Math.hypot(x - px, y - py);
    if (away >= distance) continue;
    distance = away;
    nearest = at / 2;
  }
  return nearest;
}
