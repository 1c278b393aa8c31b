/** The feature's name in the house. */
export const OWNER = 'media-sharing';
