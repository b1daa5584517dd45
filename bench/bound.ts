/** A figure with its limit. */
export interface Bound {
  readonly name: string;
  readonly value: number;
  readonly most: number;
}
