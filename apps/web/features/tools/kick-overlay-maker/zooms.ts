/** How near and how far: half shows a picture that is twice as wide as high, whole. */
export const zooms = { least: 0.5, most: 5 } as const;
