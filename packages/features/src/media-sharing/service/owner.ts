/** Identifies this feature's messages in the delivery journal. */
export const OWNER = 'media-sharing';
