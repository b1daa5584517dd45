/** Whether this browser draws on a canvas off the main thread. */
export function canDraw(): boolean {
  if (typeof Worker !== 'function' || typeof OffscreenCanvas !== 'function') return false;
  return (
    typeof HTMLCanvasElement.prototype.transferControlToOffscreen === 'function' &&
    new OffscreenCanvas(1, 1).getContext('2d') !== null
  );
}
