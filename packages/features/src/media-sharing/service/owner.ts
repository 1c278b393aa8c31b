/** The word of the house for this feature. */
export const OWNER = 'media-sharing';
