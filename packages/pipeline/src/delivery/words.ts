/** Where an intended message stands. */
export const deliveryStates = ['queued', 'posted', 'edited', 'removed', 'skipped', 'failed', 'unconfirmed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Discord counts what the bot's token sends and what webhooks send apart. `either`: the message looks the same
 * both ways, so whichever is free first carries it.
 */
export type Lane = 'bot' | 'webhook' | 'either';

/** How publishing a message, or opening its thread, stands. */
export type FollowState = 'due' | 'done' | 'skipped' | 'failed';
