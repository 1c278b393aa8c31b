/** The name of this home in the journal of deliveries. */
export const OWNER = 'media-sharing';
