/** The zoom range. At one half, a picture twice as wide as high is completely visible. */
export const zooms = { least: 0.5, most: 5 } as const;
