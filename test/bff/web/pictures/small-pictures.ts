/**
 * Pictures of the page as small references: each pixel is the mean of a square of the screen, so that the edges of letters, which
 * differ between machines, do not matter, and a part that is missing, moved, clipped or of another colour does.
 */
import type { Page } from 'playwright-core';

/** CSS pixels a side of the square that becomes one pixel. */
const SQUARE = 8;
/** Of 255: letters of another machine stay below it. */
const TOLERANCE = 24;
/** Of 255: finer shades would only make the files larger. */
const STEP = 8;

export interface Compared {
  /** The small pictures, side by side in the order of the shots. PNG, Base64. */
  readonly sheet: string;
  /** By shot: which part of its squares differs, 0 to 1; 1 where the reference has no such picture. */
  readonly differing: readonly number[];
}

/**
 * @param page any page without a policy that forbids images of its own: `about:blank`
 * @param shots screenshots at one device pixel for each CSS pixel
 * @param reference a sheet of the same shots; null where there is none yet
 */
export function compareSmall(
  page: Page,
  shots: readonly Buffer[],
  reference: Buffer | null,
): Promise<Compared> {
  return page.evaluate(inBrowser, {
    shots: shots.map((shot) => shot.toString('base64')),
    reference: reference?.toString('base64') ?? null,
    square: SQUARE,
    tolerance: TOLERANCE,
    step: STEP,
  });
}

interface Asked {
  readonly shots: readonly string[];
  readonly reference: string | null;
  readonly square: number;
  readonly tolerance: number;
  readonly step: number;
}

/** Runs in the browser, which can read pictures: nothing of this file is there. */
async function inBrowser({ shots, reference, square, tolerance, step }: Asked): Promise<Compared> {
  const pixelsOf = async (png: string): Promise<ImageData> => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser cannot read pictures');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const shrunk = ({ data, width, height }: ImageData): ImageData => {
    const small = new ImageData(Math.floor(width / square), Math.floor(height / square));
    for (let at = 0; at < small.data.length; at += 4) {
      const x = square * ((at / 4) % small.width);
      const y = square * Math.floor(at / 4 / small.width);
      const sum = [0, 0, 0];
      for (let row = y; row < y + square; row += 1) {
        for (let column = x; column < x + square; column += 1) {
          const from = 4 * (row * width + column);
          for (const part of [0, 1, 2]) sum[part] = (sum[part] ?? 0) + (data[from + part] ?? 0);
        }
      }
      for (const part of [0, 1, 2]) {
        const mean = (sum[part] ?? 0) / square ** 2;
        small.data[at + part] = Math.round(mean / step) * step;
      }
      small.data[at + 3] = 255;
    }
    return small;
  };
  const differingIn = (small: ImageData, sheet: ImageData, left: number): number => {
    let differing = 0;
    for (let at = 0; at < small.data.length; at += 4) {
      const column = left + ((at / 4) % small.width);
      const row = Math.floor(at / 4 / small.width);
      const isOutside = column >= sheet.width || row >= sheet.height;
      const other = 4 * (row * sheet.width + column);
      const isOther = [0, 1, 2].some(
        (part) => Math.abs((small.data[at + part] ?? 0) - (sheet.data[other + part] ?? 0)) > tolerance,
      );
      if (isOutside || isOther) differing += 1;
    }
    return differing / (small.width * small.height);
  };

  const smalls: ImageData[] = [];
  for (const shot of shots) smalls.push(shrunk(await pixelsOf(shot)));
  const known = reference === null ? null : await pixelsOf(reference);
  const canvas = document.createElement('canvas');
  canvas.width = smalls.reduce((sum, { width }) => sum + width, 0);
  canvas.height = Math.max(...smalls.map(({ height }) => height));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser cannot draw pictures');
  context.fillRect(0, 0, canvas.width, canvas.height);
  const differing: number[] = [];
  let left = 0;
  for (const small of smalls) {
    context.putImageData(small, left, 0);
    differing.push(known === null ? 1 : differingIn(small, known, left));
    left += small.width;
  }
  return { sheet: canvas.toDataURL('image/png').replace(/^[^,]*,/, ''), differing };
}
