/** Where an intended message stands. */
export const deliveryStates = ['queued', 'posted', 'edited', 'removed', 'skipped', 'failed', 'unconfirmed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a message was not posted, or not yet: a closed list, each with a sentence and one suggested action. */
export const deliveryReasons = [
  'alreadyLiveWhenAdded',
  'cooldown',
  'override',
  'quietHours',
  'planLimit',
  'paused',
  'missingPermission',
  'unknownChannel',
  'unknownMessage',
  'discordRefused',
  'discordLimited',
  'discordDown',
  'streamEnded',
  'botRemoved',
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];
