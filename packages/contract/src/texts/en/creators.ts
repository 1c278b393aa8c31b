export const creators = {
  saved: 'The creator has been saved.',
  removed: '{name} has been split up. Each channel is announced separately again.',
} as const;
