declare module 'gifenc' {
  export type Palette = number[][];

  export function quantize(rgba: Uint8Array | Uint8ClampedArray, most: number): Palette;
  export function nearestColorIndex(palette: Palette, pixel: readonly number[]): number;
  export function GIFEncoder(): {
    writeFrame: (
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        readonly palette: Palette;
        readonly delay: number;
        readonly transparent: boolean;
        readonly transparentIndex: number;
        readonly dispose: number;
      },
    ) => void;
    finish: () => void;
    bytes: () => Uint8Array<ArrayBuffer>;
  };
}
