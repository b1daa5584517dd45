/** Where the labels of a drawing stand. Pure. */

export interface LabelledNode {
  /** Of its middle, pixels in the view. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Of its label. */
  readonly width: number;
  /** Its label stands in any case. */
  readonly isMarked: boolean;
}

export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface View {
  readonly width: number;
  readonly height: number;
}

const HEIGHT = 18;
/** Between a node and its label. */
const GAP = 5;

/**
 * Each label stands beside, above or below its node: the first of these places that is in the view and covers neither a node nor a
 * label before it.
 * @param nodes what may have a label, the most important first
 * @returns by node; null where no place is free
 */
export function labelPlaces(nodes: readonly LabelledNode[], view: View): readonly (LabelBox | null)[] {
  const taken: LabelBox[] = nodes.map(({ x, y, radius }) => ({
    left: x - radius,
    top: y - radius,
    right: x + radius,
    bottom: y + radius,
  }));
  return nodes.map((node) => {
    const inView = candidates(node, view).filter((box) => isWithin(box, view));
    const free = inView.find((box) => !taken.some((other) => overlap(box, other)));
    const box = free ?? (node.isMarked ? (inView[0] ?? above(node, view)) : null);
    if (box !== null) taken.push(box);
    return box;
  });
}

function candidates(node: LabelledNode, view: View): readonly LabelBox[] {
  const { x, y, radius, width } = node;
  const beside = y - HEIGHT / 2;
  return [
    boxAt(x + radius + GAP, beside, width),
    boxAt(x - radius - GAP - width, beside, width),
    above(node, view),
    boxAt(across(node, view), y + radius + GAP, width),
  ];
}

function above(node: LabelledNode, view: View): LabelBox {
  return boxAt(across(node, view), node.y - node.radius - GAP - HEIGHT, node.width);
}

/** Where a label begins that has its node in the middle, as far as the view's edges let it. */
function across({ x, width }: LabelledNode, view: View): number {
  return Math.max(0, Math.min(x - width / 2, view.width - width));
}

function boxAt(left: number, top: number, width: number): LabelBox {
  return { left, top, right: left + width, bottom: top + HEIGHT };
}

function isWithin({ left, top, right, bottom }: LabelBox, view: View): boolean {
  return left >= 0 && top >= 0 && right <= view.width && bottom <= view.height;
}

function overlap(a: LabelBox, b: LabelBox): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
