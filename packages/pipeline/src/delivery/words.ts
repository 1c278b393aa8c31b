/** Where an intended message stands. */
export const deliveryStates = ['queued', 'posted', 'edited', 'removed', 'skipped', 'failed', 'unconfirmed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
