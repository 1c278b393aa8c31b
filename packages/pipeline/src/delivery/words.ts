/** The state of an intended message. */
export const deliveryStates = ['queued', 'posted', 'edited', 'removed', 'skipped', 'failed', 'unconfirmed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Discord counts calls with the bot's token and webhook calls separately. `either` means that the message looks the
 * same both ways, so the first free lane sends it.
 */
export type Lane = 'bot' | 'webhook' | 'either';

/** The state of publishing a message or opening its thread. */
export type FollowState = 'due' | 'done' | 'skipped' | 'failed';
