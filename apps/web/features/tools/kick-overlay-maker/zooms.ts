/** The zoom range: half shows a whole picture that is twice as wide as high. */
export const zooms = { least: 0.5, most: 5 } as const;
